import { latePart } from '#ui/late/late-part.tsx'

/** The conditions stand below the form: their rules come after it. */
export const ProgrammePanel = latePart(async () => (await import('./programme-panel.tsx')).ProgrammePanel)
