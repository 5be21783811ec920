import { Agent, request } from 'node:http'
import type { Call } from '../api/calls.ts'
import type { BenchLogin } from '../api/real-server.ts'
import { kindsOf, saveCall } from '../cases/calls.ts'
import { answerMessages } from '../processes.ts'
import { mixOf } from '../mix.ts'

/** People at work: so many connections, each asking again as soon as it is answered, at the processes by turns. */
export interface WorkMessage {
  readonly urls: readonly string[]
  readonly tokens: Readonly<Record<BenchLogin, string>>
  readonly scale: { readonly short: number; readonly full: number }
  readonly connections: number
  readonly seconds: number
  /** Where the words and cases of the calls begin: no two runs save one case. */
  readonly first: number
  /** Cases that may be saved, each once. */
  readonly saved: readonly number[]
}
/** A call that went wrong, and when. */
export interface Wrong {
  /** `Date.now()` of the answer, or of the break. */
  readonly at: number
  readonly what: string
}
export interface Worked {
  readonly milliseconds: readonly number[]
  readonly wrong: readonly Wrong[]
  /** Calls that another process answered after the first had gone. */
  readonly moved: number
  /** Case and sum of each save that was answered. */
  readonly saves: readonly { readonly id: number; readonly amount: string }[]
}

/** One save for so many readings. */
const readingsPerSave = 20
/** A process that did not answer is passed by for so long, as nginx does. */
const passedByMs = 2_000
const patienceMs = 15_000
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

const ask = (url: string, token: string, { method, path, body }: Call): Promise<number> =>
  new Promise((done, fail) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
      }),
    }
    const call = request(url + path, { method, headers, agent }, (answer) => {
      answer.on('error', fail)
      answer.on('end', () => done(answer.statusCode ?? 0))
      answer.resume()
    })
    call.setTimeout(patienceMs, () => call.destroy(new Error('no answer in 15 s')))
    call.on('error', fail)
    call.end(body)
  })

async function work(message: WorkMessage): Promise<Worked> {
  const { urls, tokens, scale, connections, seconds, first, saved } = message
  const mix = mixOf(kindsOf(scale))
  const downUntil = new Map<string, number>()
  const worked = {
    milliseconds: [] as number[],
    wrong: [] as Wrong[],
    moved: 0,
    saves: [] as { id: number; amount: string }[],
  }
  let next = first
  let unsaved = 0
  const standing = (turn: number): string => {
    const up = urls.filter((url) => (downUntil.get(url) ?? 0) < performance.now())
    const among = up.length > 0 ? up : urls
    return among[turn % among.length] ?? ''
  }
  /** What only reads is asked once more elsewhere when a process has gone; a save is not: it may have been done. */
  const answered = async (turn: number, token: string, call: Call, mayRepeat: boolean): Promise<number> => {
    const url = standing(turn)
    try {
      return await ask(url, token, call)
    } catch (error) {
      downUntil.set(url, performance.now() + passedByMs)
      if (!mayRepeat) throw error
      worked.moved += 1
      return ask(standing(turn), token, call)
    }
  }
  const one = async (token: string, call: Call, turn: number, mayRepeat: boolean): Promise<boolean> => {
    const begun = performance.now()
    const wrong = (what: string) => {
      worked.wrong.push({ at: Date.now(), what: `${call.method} ${call.path.split('?')[0]}: ${what}` })
      return false
    }
    try {
      const status = await answered(turn, token, call, mayRepeat)
      if (status !== 200) return wrong(String(status))
      worked.milliseconds.push(performance.now() - begun)
      return true
    } catch (error) {
      return wrong(error instanceof Error ? error.message : String(error))
    }
  }
  const until = performance.now() + seconds * 1_000
  const connection = async () => {
    while (performance.now() < until) {
      const turn = next++
      const id = turn % (readingsPerSave + 1) === 0 ? saved[unsaved++] : undefined
      if (id === undefined) {
        const kind = mix[turn % mix.length]
        if (kind !== undefined) await one(tokens[kind.as], kind.call(turn), turn, true)
      } else if (await one(tokens.admin, saveCall(id, turn), turn, false))
        worked.saves.push({ id, amount: `${6_000_000 + turn}.00` })
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return worked
}

answerMessages<WorkMessage>(work)
