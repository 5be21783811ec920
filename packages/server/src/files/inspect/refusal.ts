/** Why a file is not taken: a sentence for the person. */
export class Refusal extends Error {}

/** The file is none of this kind, though it begins so; another kind may fit. */
export class NotThisKind extends Error {}
