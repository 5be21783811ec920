const mostRemembered = 1_000

/** What a trace tells of a statement. */
export interface ToldStatement {
  /** Its verb and the first table, such as `SELECT approver`. */
  readonly name: string
  readonly verb: string
  readonly text: string
}

const verbs = /\b(select|insert|update|delete|begin|commit|rollback|savepoint|set|lock|listen|notify)\b/i
const table = /\b(?:from|into|update|join|table)\s+(?:only\s+)?(?:"?[a-z_]\w*"?\s*\.\s*)?"?([a-z_]\w*)"?/i
const comment = /\/\*[^*]*\*\/|--[^\n]*/g
/** Texts in quotes, dollar quotes and numbers that stand by themselves. */
const literal = /[eE]?'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|(?<![\w$."])\d+(?:\.\d+)?(?![\w"])/g

/**
 * A statement without anything that was said in it: values travel apart (`$1`), and what stands in the text itself is
 * cut out, for it may be somebody's name all the same.
 */
export function tellStatement(text: string): ToldStatement {
  const bare = text.replace(comment, ' ').replace(literal, '?').replace(/\s+/g, ' ').trim()
  const verb = verbs.exec(bare)?.[1]?.toUpperCase() ?? 'SQL'
  const about = table.exec(bare)?.[1]
  return { name: about === undefined ? verb : `${verb} ${about}`, verb, text: bare.slice(0, 2_000) }
}

const told = new Map<string, ToldStatement>()

/** The same, worked out once for each distinct text. */
export function toldStatement(text: string): ToldStatement {
  const known = told.get(text)
  if (known !== undefined) return known
  const statement = tellStatement(text)
  if (told.size < mostRemembered) told.set(text, statement)
  return statement
}
