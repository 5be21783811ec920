import { z } from 'zod'
import { Id, IdParam, isCleanText, requiredText } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'

const ColumnKey = z
  .string()
  .regex(/^[A-Za-z0-9.-]{1,60}$/, 'Код столбца: латинские буквы, цифры, точка и дефис, до 60 знаков')
const Columns = z.record(ColumnKey, z.array(ColumnKey).max(60))
/** By list key and column: px. */
const Widths = z.record(ColumnKey, z.record(ColumnKey, z.int().min(40).max(1_000)))

/** What a person keeps about the product's look; on the server, so that it follows the person. */
export const UserSettings = z.object({
  theme: z.enum(['light', 'dark', 'system']).default('system'),
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  /** Which look of pages that have two the menu and links open. */
  pages: z.enum(['present', 'former']).default('present'),
  /** By list key: the visible columns in their order. */
  columns: Columns.default({}),
  /** By list key: the columns that the person has made wider or narrower, px. */
  widths: Widths.default({}),
})
export type UserSettings = z.output<typeof UserSettings>

export const getSettings = endpoint({
  method: 'GET',
  path: '/user/settings',
  summary: 'Настройки пользователя',
  access: signedIn,
  response: UserSettings,
})
/** Merges what is given into what is kept. */
export const saveSettings = endpoint({
  method: 'PUT',
  path: '/user/settings',
  summary: 'Сохранение настроек пользователя',
  access: signedIn,
  body: z.object({
    theme: z.enum(['light', 'dark', 'system']).optional(),
    density: z.enum(['comfortable', 'compact']).optional(),
    pages: z.enum(['present', 'former']).optional(),
    columns: Columns.optional(),
    widths: Widths.optional(),
  }),
  response: UserSettings,
})

/** A saved state of a list: `state` is the list's URL search without the page. */
export const SavedView = z.object({
  id: Id,
  listKey: z.string(),
  name: z.string(),
  state: z.string(),
  shared: z.boolean(),
  isDefault: z.boolean(),
  /** False: somebody else's shared view or one that comes with the product: it can be opened but not changed. */
  mine: z.boolean(),
  /** Comes with the product, and everybody has it. */
  delivered: z.boolean(),
  owner: z.string(),
  version: z.int(),
})
export type SavedView = z.output<typeof SavedView>

const SavedViewInput = z.object({
  name: requiredText(80),
  state: z.string().max(4_000).refine(isCleanText, 'Недопустимые символы в тексте'),
  shared: z.boolean().default(false),
  isDefault: z.boolean().default(false),
})
const ListKey = z
  .string()
  .regex(/^[a-z0-9.-]{1,60}$/, 'Код списка: строчные латинские буквы, цифры, точка и дефис, до 60 знаков')
const ViewKey = z.object({ listKey: ListKey, id: IdParam })

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/views/:listKey',
  summary: 'Представления списка',
  access: signedIn,
  params: z.object({ listKey: ListKey }),
  response: z.array(SavedView),
})
export const createSavedView = endpoint({
  method: 'POST',
  path: '/views/:listKey',
  summary: 'Новое представление',
  access: signedIn,
  params: z.object({ listKey: ListKey }),
  body: SavedViewInput,
  response: SavedView,
  idempotent: true,
})
export const updateSavedView = endpoint({
  method: 'PUT',
  path: '/views/:listKey/:id',
  summary: 'Изменение представления',
  access: signedIn,
  params: ViewKey,
  body: SavedViewInput.extend({ version: z.int() }),
  response: SavedView,
})
export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/views/:listKey/:id',
  summary: 'Удаление представления',
  access: signedIn,
  params: ViewKey,
})
