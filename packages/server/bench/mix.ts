/** Kinds of calls in the order in which people make them: each as often as its share, none of them in a row. */
export const mixOf = <T extends { readonly share: number }>(kinds: readonly T[]): readonly T[] =>
  kinds
    .flatMap((kind) =>
      Array.from({ length: kind.share }, (_, at) => ({ kind, place: (at + 0.5) / kind.share })),
    )
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => kind)
