/** A programme of the dictionary `product/type`, with what other systems call it. */
export interface NamedProgramme {
  readonly code: string
  readonly name: string
  /** Divided by semicolons. */
  readonly aliases?: string | null | undefined
  /** The only goal that it is lent for; absent: there are several. */
  readonly goal?: string | undefined
}

/** How names are compared: other systems write them in any case and with any blanks. */
export const plainName = (name: string): string =>
  name.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ')

/** Programmes by code, by name and by each of their other names. */
export type ProgrammeIndex = ReadonlyMap<string, NamedProgramme>

/** The names of the dictionary come before what other systems call things. */
export const programmeIndex = (programmes: readonly NamedProgramme[]): ProgrammeIndex =>
  new Map(
    [
      ...programmes.flatMap((one) => (one.aliases ?? '').split(';').map((alias) => [alias, one] as const)),
      ...programmes.flatMap((one) => [[one.name, one] as const, [one.code, one] as const]),
    ]
      .map(([name, one]) => [plainName(name), one] as const)
      .filter(([name]) => name !== ''),
  )

/** The programme that is meant by a name or a code; undefined when the dictionary knows none. */
export const programmeNamed = (index: ProgrammeIndex, name: string): NamedProgramme | undefined =>
  index.get(plainName(name))
