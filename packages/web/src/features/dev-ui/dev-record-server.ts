import { z } from 'zod'
import { ApiFailure } from '#api/failure.ts'
import { createStore } from '#lib/store.ts'

const Multi = z.object({ codes: z.array(z.string()), all: z.boolean() })
/** What the form of the stand-in record edits: a field of every kind. */
export const DevValues = z.object({
  status: z.string(),
  limit: z.number().nullable(),
  levels: Multi,
  partners: Multi,
  regions: Multi,
  from: z.string(),
  by: z.string(),
  price: z.string().nullable(),
  change: z.string().nullable(),
  comment: z.string(),
  name: z.string(),
})
export type DevValues = z.output<typeof DevValues>

/** The record as its server has it. */
export const DevRecord = DevValues.extend({
  version: z.int(),
  savedBy: z.string(),
  savedAt: z.iso.datetime(),
})
export type DevRecord = z.output<typeof DevRecord>

const first: DevRecord = {
  status: 'ACTIVE',
  limit: 20,
  levels: { codes: ['2', '3'], all: false },
  partners: { codes: [], all: true },
  regions: { codes: ['16'], all: false },
  from: '22:00',
  by: '06:00',
  price: '8265000.00',
  change: null,
  comment: '',
  name: 'Альфа',
  version: 1,
  savedBy: 'Кузнецова М. В.',
  savedAt: '2026-11-20T07:14:00.000Z',
}

/** How the server answers the next saves. */
export const answers = {
  saved: 'Сохраняет',
  waits: 'Ждёт второго сотрудника',
  field: 'Не принимает наименование',
  broken: 'Отвечает ошибкой',
} as const
export type Answer = keyof typeof answers

const key = 'dev-record'
const kept = (): DevRecord => {
  const text = sessionStorage.getItem(key)
  const read = text === null ? null : DevRecord.safeParse(JSON.parse(text))
  return read?.success ? read.data : first
}

/** What the server holds: it outlives a reload of the page, as drafts do. */
let server = kept()
/** What the page knows of it. */
export const known = createStore(server)
/** How many saves have reached the server. */
export const saves = createStore(0)
/** Lets the answer that is held go; null while none is. */
export const held = createStore<(() => void) | null>(null)
/** Whether the limit is the operator's to change and the comment the operator's to see. */
export const operatorsFields = createStore(false)

let answer: Answer = 'saved'
let holds = false

/** Chooses how the next saves are answered. */
export const answerWith = (next: Answer): void => {
  answer = next
}
/** Answers from now on wait until they are let go, or come at once. */
export const holdAnswers = (next: boolean): void => {
  holds = next
}

function keep(next: DevRecord): void {
  server = next
  sessionStorage.setItem(key, JSON.stringify(next))
}

const failure = (status: number, body: Record<string, unknown>) =>
  new ApiFailure(String(body['message']), {
    status,
    statusText: '',
    url: '/dev/record',
    requestId: 'dev',
    isCommand: true,
    body: { requestId: 'dev', ...body },
  })

/** What is wrong with a save, as the product's server would put it; null: nothing. */
function refusalOf(version: number): ApiFailure | null {
  if (answer === 'broken') return failure(500, { type: 'ER_INTERNAL', message: 'Сервер не ответил' })
  if (answer === 'field')
    return failure(400, {
      type: 'ER_VALIDATION',
      message: 'Проверьте поля',
      fields: [{ path: 'name', message: 'Такое наименование уже есть' }],
    })
  if (version === server.version) return null
  return failure(409, {
    type: 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE',
    message: 'Запись изменена',
    current: server,
    by: { descriptor: server.savedBy, at: server.savedAt },
  })
}

/** A save as the product's server takes it; the page hears of it before the answer comes, as over the live connection. */
export async function saveDevRecord(values: DevValues, version: number): Promise<DevRecord | null> {
  saves.set(saves.get() + 1)
  const refusal = refusalOf(version)
  const isWaiting = answer === 'waits'
  const saved: DevRecord = {
    ...values,
    version: version + 1,
    savedBy: 'Вы',
    savedAt: new Date().toISOString(),
  }
  if (refusal === null && !isWaiting) {
    keep(saved)
    known.set(saved)
  }
  if (holds) await new Promise<void>((resolve) => held.set(resolve))
  held.set(null)
  if (refusal) throw refusal
  return isWaiting ? null : saved
}

/** A colleague saves; `told`: the page hears of it at once. */
export function colleagueSaves(change: Partial<DevValues>, news: 'told' | 'silent'): void {
  keep({
    ...server,
    ...change,
    version: server.version + 1,
    savedBy: 'Орлова А. И.',
    savedAt: new Date().toISOString(),
  })
  if (news === 'told') known.set(server)
}
