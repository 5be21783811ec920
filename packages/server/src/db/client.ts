import pg from 'pg'
import { toldStatement } from '#lib/tracing/statements.rules.ts'
import { beginSpan, currentSpan, ending } from '#lib/tracing/tracing.ts'
import type { Naming } from './pooler.ts'

/** Begins a statement whose best plan depends on its values (a rare word or a frequent one): it is not prepared. */
export const plannedByValues = '/* planned by values */ '

/** Distinct SQL texts of a pool that get a statement name; later ones run unnamed. */
const maxNamed = 1_000

/** Names of the texts of one pool, given in the order in which they come. */
function textNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (text.startsWith(plannedByValues)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNamed) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'
/** A migration changed a table under a prepared statement of this connection. */
const isStalePlan = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.includes('cached plan')

/** A statement inside the work of a request or a job is a span of it: its text without values, how long, how many rows. */
function tracedQuery(text: string, ask: () => Promise<unknown>): Promise<unknown> {
  if (currentSpan() === undefined) return ask()
  const statement = toldStatement(text)
  const span = beginSpan({
    name: statement.name,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': statement.verb,
      'db.query.text': statement.text,
    },
  })
  if (span === undefined) return ask()
  const answer = ask().then((result) => {
    const rows = (result as pg.QueryResult | undefined)?.rowCount
    if (typeof rows === 'number') span.note({ 'db.response.returned_rows': rows })
    return result
  })
  return ending(span, answer)
}

type Callback = (error: Error | undefined, result: unknown) => void
type AnyQuery = (config: unknown, values?: unknown, callback?: Callback) => unknown

/**
 * The connections of a pool, which prepare each distinct SQL text once: the server plans it once and not per call.
 * A connection whose query timed out is closed, for the next query on it would wait behind that one.
 */
export function namingClient(naming: Naming): typeof pg.Client {
  const nameOf = naming === 'named' ? textNames() : () => undefined
  return class extends pg.Client {
    #epoch = 0

    constructor(config?: pg.ClientConfig) {
      super(config)
      // A connection that breaks while a request holds it fails that request's query; without a listener it would end the process.
      this.on('error', () => undefined)
      const plain = this.query.bind(this) as AnyQuery
      this.query = ((config, values, callback) => {
        if (typeof config !== 'string' || !Array.isArray(values) || callback !== undefined)
          return plain(config, values, callback)
        const name = nameOf(config)
        const named = name === undefined ? { text: config, values } : { ...this.#ofNow(name, config), values }
        const answer = tracedQuery(config, () => plain(named) as Promise<unknown>)
        return answer.catch((error: unknown) => {
          this.#afterFailure(error)
          throw error
        })
      }) as AnyQuery as typeof this.query
    }

    /** A pooler knows statements by their text: after a migration the text has to be another one too. */
    #ofNow(name: string, text: string): { name: string; text: string } {
      const epoch = this.#epoch
      return epoch === 0 ? { name, text } : { name: `${name}_${epoch}`, text: `${text} /* ${epoch} */` }
    }

    #afterFailure(error: unknown): void {
      if (isStalePlan(error)) this.#epoch += 1
      // Marks the connection as ended at once, so that the pool does not hand it out again.
      if (isTimeout(error)) this.end(() => undefined)
    }
  }
}
