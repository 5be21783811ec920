import { toggleFields as of } from '@ipoteka-office/contract/feature-toggles/toggle-fields.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  actsForEverybody,
  actsForSomebody,
  type FeatureKey,
  type FeatureToggle,
  isStaleToggle,
  isToggleOn,
  type ToggleChange,
  type ToggleInput,
  type ToggleRule,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '#db/database.ts'
import { type Asking, requestChange } from '#features/change-requests/change-requests.service.ts'
import { requestLabels } from '#features/change-requests/request-labels.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import * as repo from './feature-toggles.repo.ts'

const objectType = 'featureToggle'
const noToggle = () => notFound('Переключатель не найден')

const ruleText = ({ kind, value, enabled }: ToggleRule) => {
  const whom = { role: `роль ${value}`, partner: `партнёр № ${value}`, percentage: `${value} % сотрудников` }[
    kind
  ]
  return `${whom} — ${enabled ? 'вкл' : 'выкл'}`
}

const labels: CardLabels = {
  [objectType]: {
    fields: {
      key: told(of.key),
      title: told(of.title),
      description: told(of.description),
      owner: told(of.owner),
      enabled: told(of.enabled),
      killed: { label: 'Аварийно выключено' },
      rules: told(of.rules, { text: (rules) => (rules as ToggleRule[]).map(ruleText).join('; ') || '−' }),
      expires_on: told(of.expiresOn),
    },
  },
  change_request: requestLabels,
}

const present = (toggle: repo.StoredToggle, bank: BankFigures): FeatureToggle => ({
  ...toggle,
  stale: isStaleToggle(toggle, bankDay(bank.clock)),
})

/** The one question code asks: is the feature on for this person now. Reads the database, so it is never old. */
export async function isFeatureOn(
  db: Db,
  actor: Pick<Actor, 'employeeId'>,
  key: FeatureKey,
  clock: BankClock,
): Promise<boolean> {
  const toggle = await repo.findStateByKey(db, key)
  if (toggle === undefined) return false
  return isToggleOn(toggle, await repo.findSubject(db, actor.employeeId), bankDay(clock))
}

/** Whether the feature is on for anybody: asked where the answer for one person would leave a way around it. */
export async function isFeatureActing(db: Db, key: FeatureKey): Promise<boolean> {
  const toggle = await repo.findStateByKey(db, key)
  return toggle !== undefined && actsForSomebody(toggle)
}

/** Every toggle's answer for the person. */
export async function myFeatures(db: Db, actor: Actor, bank: BankFigures): Promise<Record<string, boolean>> {
  const toggles = await repo.listToggles(db)
  const subject = await repo.findSubject(db, actor.employeeId)
  const today = bankDay(bank.clock)
  return Object.fromEntries(toggles.map((toggle) => [toggle.key, isToggleOn(toggle, subject, today)]))
}

export async function findToggles(db: Db, query: repo.ToggleQuery, bank: BankFigures) {
  const found = await repo.findToggles(db, query, bankDay(bank.clock))
  return { ...found, content: found.content.map((toggle) => present(toggle, bank)) }
}

export async function getToggle(db: Db, id: number, bank: BankFigures): Promise<FeatureToggle> {
  const toggle = await repo.findToggle(db, id)
  if (toggle === undefined) throw noToggle()
  return present(toggle, bank)
}

async function checkRules(db: Db, rules: readonly ToggleRule[]): Promise<void> {
  const of = <K extends ToggleRule['kind']>(kind: K) =>
    rules.flatMap((rule) =>
      rule.kind === kind ? [rule.value as Extract<ToggleRule, { kind: K }>['value']] : [],
    )
  const named = await repo.findNamed(db, of('role'), of('partner'))
  const wrong = rules.flatMap((rule, index): FieldError[] => {
    const path = `rules.${index}.value`
    if (rule.kind === 'role' && !named.roles.has(rule.value)) return [{ path, message: 'Такой роли нет' }]
    return rule.kind === 'partner' && !named.partners.has(rule.value)
      ? [{ path, message: 'Такого партнёра нет' }]
      : []
  })
  if (wrong.length > 0) throw invalid(wrong)
}

export async function createToggle(
  { db }: Context,
  input: ToggleInput,
  bank: BankFigures,
): Promise<FeatureToggle> {
  await checkRules(db, input.rules)
  const id = await repo.insertToggle(db, input)
  if (id === null) throw invalid([{ path: 'key', message: 'Переключатель с таким ключом уже есть' }])
  await publish(db, topics.features)
  return getToggle(db, id, bank)
}

const settingsOf = (toggle: repo.StoredToggle): repo.ToggleSettings => {
  const { title, description, owner, enabled, killed, rules, expiresOn } = toggle
  return { title, description, owner, enabled, killed, rules, expiresOn }
}

/** What decides whom the feature is on for, in words. */
const switchedFields = (toggle: repo.ToggleSettings): [label: string, value: string][] => [
  ['Включено по умолчанию', toggle.enabled ? 'Да' : 'Нет'],
  ['Аварийно выключено', toggle.killed ? 'Да' : 'Нет'],
  ['Правила', toggle.rules.map(ruleText).join('; ')],
  ['Действует по', toggle.expiresOn ?? ''],
]

/** Whether the change lets somebody past the check by a second person: it is one for a second person itself. */
const weakensFourEyes = (before: repo.StoredToggle, after: repo.ToggleSettings): boolean =>
  before.key === fourEyesFeature &&
  actsForSomebody(before) &&
  !actsForEverybody(after) &&
  !isDeepStrictEqual(switchedFields(settingsOf(before)), switchedFields(after))

async function requestToggle(
  asking: Asking,
  before: repo.StoredToggle,
  after: repo.ToggleSettings,
): Promise<void> {
  const next = switchedFields(after)
  const fields = switchedFields(settingsOf(before)).flatMap(([label, oldValue], index) => {
    const newValue = next[index]?.[1] ?? ''
    return oldValue === newValue ? [] : [{ label, oldValue, newValue }]
  })
  await requestChange(asking, {
    kind: 'feature_toggle',
    objectId: before.id,
    title: `Переключатель «${before.title}»: изменение`,
    payload: after,
    diff: { fields, added: [], removed: [] },
    baseVersion: before.version,
    affected: 0,
  })
  await publish(asking.db, topics.features)
}

/** Makes the change, or puts it before a second person when it weakens that very check. */
async function put(context: Asking, before: repo.StoredToggle, after: repo.ToggleSettings): Promise<void> {
  if (weakensFourEyes(before, after)) await requestToggle(context, before, after)
  else await writeToggle(context.db, before, after)
}

/** Writes the settings; what changes nothing leaves the row as it is. */
export async function writeToggle(
  db: Db,
  before: repo.StoredToggle,
  after: repo.ToggleSettings,
): Promise<void> {
  if (isDeepStrictEqual(settingsOf(before), after)) return
  await repo.updateToggle(db, before.id, after)
  await publish(db, topics.features)
}

async function lock(
  db: Db,
  id: number,
  version: number | null,
  bank: BankFigures,
): Promise<repo.StoredToggle> {
  const toggle = await repo.lockToggle(db, id)
  if (toggle === undefined) throw noToggle()
  if (version !== null && version !== toggle.version)
    throw stale(present(toggle, bank), await findLastChangeOf(db, { objectType, objectId: id }))
  return toggle
}

export async function saveToggle(
  { db, actor }: Context,
  id: number,
  { version, ...change }: ToggleChange,
  bank: BankFigures,
): Promise<FeatureToggle> {
  await checkRules(db, change.rules)
  const before = await lock(db, id, version, bank)
  await put({ db, actor, bank }, before, { ...change, killed: before.killed })
  return getToggle(db, id, bank)
}

/** Off for everybody, or as the rules say again. */
export async function killToggle(
  { db, actor }: Context,
  id: number,
  killed: boolean,
  bank: BankFigures,
): Promise<FeatureToggle> {
  const before = await lock(db, id, null, bank)
  await put({ db, actor, bank }, before, { ...settingsOf(before), killed })
  return getToggle(db, id, bank)
}

export async function deleteToggle(
  { db }: Context,
  id: number,
  version: number,
  bank: BankFigures,
): Promise<void> {
  const toggle = await lock(db, id, version, bank)
  if (toggle.delivered)
    throw conflict('Этот переключатель читает сама система: его можно выключить, но не удалить')
  await repo.deleteToggle(db, id)
  await publish(db, topics.features)
}

export async function listToggleHistory(
  reader: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  if ((await repo.findToggle(reader.db, id)) === undefined) throw noToggle()
  return listCardHistory(reader, { objectType, objectId: id }, labels, query)
}
