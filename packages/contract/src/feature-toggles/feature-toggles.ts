import { z } from 'zod'
import { SearchText } from '../common/items.ts'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { keyOf, Id, IdParam, requiredText, text } from '../common/scalars.ts'
import { can, canInBank, endpoint, signedIn } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'

/** Toggles that the product itself reads; delivered with it, their keys are not edited. */
export const productFeatures = {
  'roles.fourEyes': {
    title: 'Изменение ролей подтверждает второй человек',
    description:
      'Сохранение роли, назначение ролей сотрудникам, доступ к учётным записям тех, у кого прав больше, и выключение самой проверки становятся заявками, которые подтверждает другой сотрудник с правом',
    owner: 'Безопасность',
    enabled: true,
  },
  'references.import': {
    title: 'Загрузка справочников из файла',
    description: 'Кнопка «Загрузить» на странице справочников и вызовы загрузки',
    owner: 'Администрирование',
    enabled: true,
  },
  'products.onePage': {
    title: 'Продукт открывается одной страницей',
    description:
      'Список продуктов ведёт на все разделы черновика разом, с полнотой разделов и выпусками рядом; выключено — на карточку по вкладкам',
    owner: 'Продукты',
    enabled: false,
  },
} as const
/** Key of a toggle that the product reads. */
export type FeatureKey = keyof typeof productFeatures

const KeyInput = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9.]{1,59}$/,
    'Ключ: латинские буквы, цифры и точка, первая буква строчная, от 2 символов',
  )

/** The first rule that fits answers. */
export const ToggleRule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('role'), value: requiredText(64), enabled: z.boolean() }),
  /** The partner and everything under it. */
  z.object({ kind: z.literal('partner'), value: Id, enabled: z.boolean() }),
  /** Of people, by a stable hash: whoever is in at 10 stays in at 20. */
  z.object({
    kind: z.literal('percentage'),
    value: z.int().min(0, 'От 0 до 100').max(100, 'От 0 до 100'),
    enabled: z.boolean(),
  }),
])
export type ToggleRule = z.output<typeof ToggleRule>

/** Whom a toggle is asked for. */
export interface ToggleSubject {
  readonly employeeId: number
  readonly roleCodes: readonly string[]
  /** The own partner and those above it. */
  readonly partnerIds: readonly number[]
}

/** What decides whether a feature is on. */
export interface ToggleState {
  readonly key: string
  readonly enabled: boolean
  readonly killed: boolean
  readonly rules: readonly ToggleRule[]
  readonly expiresOn: string | null
}

/** 0–99, the same for the same person and key always (FNV-1a, 32 bits). */
export function shareOf(key: string, employeeId: number): number {
  let hash = 0x81_1c_9d_c5
  for (const char of `${key}:${employeeId}`)
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01_00_01_93)
  // The low bits of FNV are weak: mix them before the remainder.
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c_1b_3c_6d)
  return ((hash ^ (hash >>> 12)) >>> 0) % 100
}

function fits(rule: ToggleRule, key: string, subject: ToggleSubject): boolean {
  if (rule.kind === 'role') return subject.roleCodes.includes(rule.value)
  if (rule.kind === 'partner') return subject.partnerIds.includes(rule.value)
  return shareOf(key, subject.employeeId) < rule.value
}

/** Whether the feature is on for anybody at all, whatever the day: what guards others is never off by a guess. */
export const actsForSomebody = ({
  killed,
  enabled,
  rules,
}: Pick<ToggleState, 'killed' | 'enabled' | 'rules'>) =>
  !killed && (enabled || rules.some((rule) => rule.enabled))

/** Whether the feature is on for everybody, without an end. */
export const actsForEverybody = ({ killed, enabled, rules, expiresOn }: Omit<ToggleState, 'key'>): boolean =>
  !killed && enabled && expiresOn === null && rules.every((rule) => rule.enabled)

/** After its day a toggle answers its default and is stale: somebody should remove it. */
export const isStaleToggle = ({ expiresOn }: Pick<ToggleState, 'expiresOn'>, today: string): boolean =>
  expiresOn !== null && expiresOn < today

/** The one evaluation: killed → off; expired → the default; the first rule that fits; the default. */
export function isToggleOn(toggle: ToggleState, subject: ToggleSubject, today: string): boolean {
  if (toggle.killed) return false
  if (isStaleToggle(toggle, today)) return toggle.enabled
  return toggle.rules.find((rule) => fits(rule, toggle.key, subject))?.enabled ?? toggle.enabled
}

const ToggleFields = {
  title: requiredText(200),
  description: text(2_000).default(''),
  owner: text(200).default(''),
  enabled: z.boolean().default(false),
  rules: z.array(ToggleRule).max(100, 'Не более 100 правил').default([]),
  /** The last day on which the rules act. */
  expiresOn: z.union([z.iso.date('Укажите дату'), z.null()]).default(null),
}

export const FeatureToggle = z.object({
  id: Id,
  key: z.string(),
  title: z.string(),
  description: z.string(),
  owner: z.string(),
  enabled: z.boolean(),
  /** Switched off for everybody, whatever the rules say. */
  killed: z.boolean(),
  rules: z.array(ToggleRule),
  expiresOn: z.string().nullable(),
  stale: z.boolean(),
  /** Read by the product: cannot be deleted. */
  delivered: z.boolean(),
  /** The change that waits for a second person. */
  pendingRequestId: Id.nullable(),
  version: z.int(),
})
export type FeatureToggle = z.output<typeof FeatureToggle>

const read = can('FeatureToggle', 'Read')
const update = canInBank('FeatureToggle', 'Read', 'Update')
const ById = z.object({ id: IdParam })
const Version = z.int().min(1).max(2_147_483_647)

/** What is on for the caller. */
export const getMyFeatures = endpoint({
  method: 'GET',
  path: '/feature-toggles/mine',
  summary: 'Функции, включённые для пользователя',
  access: signedIn,
  response: z.record(z.string(), z.boolean()),
})
/** Kinds of toggles that a list opens; one toggle may be of several. */
export const toggleKinds = {
  on: 'Включённые',
  off: 'Выключенные',
  rules: 'С правилами',
  stale: 'Срок истёк',
} as const
export type ToggleKind = keyof typeof toggleKinds
const ToggleKind = keyOf(toggleKinds)

export const toggleSortFields = ['key', 'title', 'owner'] as const

/** A page of toggles, and how many of the same search there are of each kind. */
export const listFeatureToggles = endpoint({
  method: 'GET',
  path: '/feature-toggles',
  summary: 'Переключатели функций',
  access: read,
  query: PageQuery.extend({
    kind: ToggleKind.optional(),
    /** Part of the key, of the title or of the owner's name. */
    search: SearchText.default(''),
    sort: sortOf(toggleSortFields).default({ field: 'key', direction: 'asc' }),
  }),
  response: pageOf(FeatureToggle).extend({
    counts: z.record(z.enum(['all', ...ToggleKind.options]), z.int()),
  }),
})
export const getFeatureToggle = endpoint({
  method: 'GET',
  path: '/feature-toggles/:id',
  summary: 'Переключатель функции',
  access: read,
  params: ById,
  response: FeatureToggle,
})

export const ToggleInput = z.object({ key: KeyInput, ...ToggleFields })
export type ToggleInput = z.output<typeof ToggleInput>
export const createFeatureToggle = endpoint({
  method: 'POST',
  path: '/feature-toggles',
  summary: 'Новый переключатель функции',
  access: update,
  idempotent: true,
  body: ToggleInput,
  response: FeatureToggle,
})

export const ToggleChange = z.object({ ...ToggleFields, version: Version })
export type ToggleChange = z.output<typeof ToggleChange>
export const saveFeatureToggle = endpoint({
  method: 'PUT',
  path: '/feature-toggles/:id',
  summary: 'Сохранение переключателя функции',
  access: update,
  params: ById,
  body: ToggleChange,
  response: FeatureToggle,
})
/**
 * The emergency switch: acts without a version, repeating it changes nothing. Whatever weakens the check by a
 * second person is a request itself: the answer is the toggle as it was, with `pendingRequestId`.
 */
export const killFeature = endpoint({
  method: 'POST',
  path: '/feature-toggles/:id/kill',
  summary: 'Аварийное выключение функции для всех',
  access: update,
  params: ById,
  body: z.object({ killed: z.boolean() }),
  response: FeatureToggle,
})
export const deleteFeatureToggle = endpoint({
  method: 'DELETE',
  path: '/feature-toggles/:id',
  summary: 'Удаление переключателя функции',
  access: update,
  params: ById,
  query: z.object({ version: IdParam }),
})
export const listFeatureToggleHistory = endpoint({
  method: 'GET',
  path: '/feature-toggles/:id/history',
  summary: 'История переключателя функции',
  access: read,
  params: ById,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
