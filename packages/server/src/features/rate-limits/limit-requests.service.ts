import { lowered } from '@ipoteka-office/contract/words.ts'
import { limitGrounds } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { limitFields as of } from '@ipoteka-office/contract/rate-limits/limit-fields.ts'
import { groundIssue, type LimitInput } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { limitOf, limitText, toPoints } from '@ipoteka-office/contract/rate-limits/points.ts'
import { quarterAfter, quarterOf, quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import type { CreditCategory } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { ChangeKind } from '#features/change-requests/change-requests.service.ts'
import { requestChange } from '#features/change-requests/change-requests.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import {
  findCategories,
  findInForce,
  type LimitInForce,
  lockLimits,
  type NewLimit,
  replaceLimits,
} from './limits.repo.ts'

/** What a request asks for. */
interface AskedLimits {
  readonly limits: readonly LimitInput[]
  readonly source: string
}

const keyOf = ({ quarter, category }: Pick<LimitInput, 'quarter' | 'category'>) => `${quarter} ${category}`
const byKey = (limits: readonly LimitInForce[]) => new Map(limits.map((one) => [keyOf(one), one]))

/** Limits that hold in the quarters of those that are asked for. */
export const limitsBeside = async (
  { db }: Pick<Context, 'db'>,
  limits: readonly Pick<LimitInput, 'quarter'>[],
): Promise<Map<string, LimitInForce>> =>
  byKey(await findInForce(db, [...new Set(limits.map(({ quarter }) => quarter))]))

/** What the law makes of an average in a quarter. */
export async function valueIn(
  bank: Pick<BankFigures, 'parameters'>,
  { quarter, average }: Pick<LimitInput, 'quarter' | 'average'>,
): Promise<string> {
  const figures = await bank.parameters.figuresOn(quarter)
  return limitOf(average, { part: figures['full-cost-part'], ceiling: figures['full-cost-ceiling'] })
}

/** What is wrong with a limit by itself. */
export function limitIssues(
  input: LimitInput,
  { today, categories }: { readonly today: string; readonly categories: readonly CreditCategory[] },
): FieldError[] {
  const ground = groundIssue(input)
  return [
    ...(categories.some(({ code }) => code === input.category)
      ? []
      : [{ path: 'category', message: 'Такой категории в справочнике нет' }]),
    ...(input.quarter > quarterAfter(quarterOf(today))
      ? [{ path: 'quarter', message: 'Пределы публикуют не больше чем на квартал вперёд: проверьте квартал' }]
      : []),
    ...(input.publishedOn > today ? [{ path: 'publishedOn', message: 'Этот день ещё не наступил' }] : []),
    ...(ground === null ? [] : [{ path: 'ground', message: ground }]),
  ]
}

/** Whether a limit says what holds already. */
export const isSame = (input: LimitInput, before: LimitInForce | undefined): boolean =>
  before !== undefined &&
  toPoints(before.average) === toPoints(input.average) &&
  before.applies === input.applies &&
  before.ground === input.ground &&
  before.publishedOn === input.publishedOn

const saidOf = ({ average, value, applies, ground }: Omit<NewLimit, 'quarter' | 'category'>) =>
  `${applies ? limitText(value) : lowered(limitGrounds[ground ?? 'MORATORIUM'])}, среднерыночная ${limitText(average)}`

async function withValues(bank: BankFigures, limits: readonly LimitInput[]): Promise<NewLimit[]> {
  const all: NewLimit[] = []
  for (const { replaces: _, ...limit } of limits) all.push({ ...limit, value: await valueIn(bank, limit) })
  return all
}

/** Puts limits before a second person; 400 with what is wrong, 409 when others have been put in their places since. */
export async function askLimits(
  bank: BankFigures,
  { db, actor }: Context,
  { limits, source }: AskedLimits,
): Promise<ChangeRequest> {
  const categories = await findCategories(db)
  const today = bankDay(bank.clock)
  const keys = limits.map(keyOf)
  const issues = limits.flatMap((one, at) =>
    [
      ...limitIssues(one, { today, categories }),
      ...(keys.indexOf(keyOf(one)) < at
        ? [{ path: 'category', message: 'Эта категория в этом квартале уже названа' }]
        : []),
    ].map(({ path, message }) => ({ path: `limits.${at}.${path}`, message })),
  )
  if (issues.length > 0) throw invalid(issues)
  const beside = await limitsBeside({ db }, limits)
  if (limits.some((one) => (beside.get(keyOf(one))?.id ?? null) !== one.replaces))
    throw conflict('Пока вы готовили изменение, предел изменили. Обновите страницу и проверьте ещё раз')
  if (limits.every((one) => isSame(one, beside.get(keyOf(one)))))
    throw conflict('Ничего не изменено: такие пределы уже действуют')
  const nameOf = (code: string) => categories.find((one) => one.code === code)?.name ?? code
  const fields = (await withValues(bank, limits)).map((one) => {
    const before = beside.get(keyOf(one))
    return {
      label: `${nameOf(one.category)}, ${quarterText(one.quarter)}`,
      oldValue: before === undefined ? '' : saidOf(before),
      newValue: saidOf(one),
    }
  })
  const quarters = [...new Set(limits.map(({ quarter }) => quarter))].toSorted()
  const days = [...new Set(limits.map(({ publishedOn }) => publishedOn))].toSorted()
  const request = await requestChange(
    { db, actor, bank },
    {
      kind: 'rate_limits',
      objectId: null,
      title: `Предельные ПСК: ${quarters.map(quarterText).join(', ')}`,
      payload: { limits, source } satisfies AskedLimits,
      diff: {
        fields: [
          ...fields,
          { label: of.publishedOn.label, oldValue: '', newValue: days.map((day) => dayText(day)).join(', ') },
          { label: of.source.label, oldValue: '', newValue: source },
        ],
        added: [],
        removed: [],
      },
      baseVersion: null,
      affected: 0,
    },
  )
  await publish(db, topics.rateLimits)
  return request
}

/** Limits, as a second person decides on them: all of a request or none. */
export const limitChanges = (bank: BankFigures): ChangeKind => ({
  async isStale(db, { payload }, { lock }) {
    if (lock) await lockLimits(db)
    const { limits } = payload as AskedLimits
    const beside = await limitsBeside({ db }, limits)
    return limits.some((one) => (beside.get(keyOf(one))?.id ?? null) !== one.replaces)
  },
  async apply({ db, request: { id, payload } }) {
    const { limits, source } = payload as AskedLimits
    const beside = await limitsBeside({ db }, limits)
    const changed = limits.filter((one) => !isSame(one, beside.get(keyOf(one))))
    await replaceLimits(db, await withValues(bank, changed), { changeRequestId: id, source })
    return null
  },
  decided: (db) => publish(db, topics.rateLimits),
})
