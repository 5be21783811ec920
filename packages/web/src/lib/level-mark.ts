/** A level in a table: its number, since all of them are called «Уровень N»; the whole name where there is none. */
export const levelMark = ({ name }: { readonly name: string }): string => /\d+/.exec(name)?.[0] ?? name
