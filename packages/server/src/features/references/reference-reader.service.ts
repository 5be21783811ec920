import { maxReferenceRows } from '@ipoteka-office/contract/references/reference-filters.ts'
import { ReferenceItem } from '@ipoteka-office/contract/references/reference-options.ts'
import type { ReferenceMetadata } from '@ipoteka-office/contract/references/references.ts'
import { z } from 'zod'
import type { Db } from '#db/database.ts'
import { conflict, forbidden, invalid, notFound } from '#http/errors.ts'
import { PreparedJson } from '#http/prepared-json.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { Remembered } from '#live/remembered.ts'
import {
  chooseItems,
  isDetailed,
  type ListWish,
  toItem,
  unknownFilters,
  type StoredItem,
} from './reference-lists.rules.ts'
import { findMetadata, listStoredItems } from './references.repo.ts'

/** A dictionary as it is remembered; too large ones are read by pages only. */
export interface KnownDictionary {
  readonly metadata: ReferenceMetadata
  readonly items: readonly StoredItem[] | null
}
interface Entry extends KnownDictionary {
  /** The plain list of a day. */
  prepared: { readonly day: string; readonly answer: PreparedJson } | null
}

export interface ReferenceReaderOptions {
  readonly db: Db
  /** For the connection that hears of changes. */
  readonly connectionString: string
  readonly clock: BankClock
  readonly onError: (error: unknown) => void
}

/** What the routes of dictionaries need. */
export interface ReferencesParts {
  readonly references: ReferenceReader
  readonly clock: BankClock
}

const Items = z.array(ReferenceItem)

/** 404 that names what was asked for. */
export const unknownDictionary = (code: string) => notFound(`Справочник «${code}» не найден`)

/** 403 unless the person may see what is not in force. */
export function checkMayReadAll({ operations }: Pick<Actor, 'operations'>): void {
  if (!operations.Dictionary?.includes('List'))
    throw forbidden('Отключённые элементы видны с правом «Справочники»')
}

const tooLarge = (code: string) =>
  conflict(
    `Справочник «${code}» больше ${maxReferenceRows} строк: читайте его по страницам, /reference/${code}/filter`,
  )

const prepare = (code: string, items: readonly StoredItem[], wish: ListWish, today: string) => {
  const detailed = isDetailed(code, wish)
  const answer = chooseItems(code, items, wish, today).map((item) => toItem(code, item, { detailed }))
  return new PreparedJson(JSON.stringify(Items.parse(answer)))
}

/** Reads of dictionaries from memory: an instance forgets a dictionary when any instance changes it. */
export class ReferenceReader {
  readonly #clock: BankClock
  readonly #remembered: Remembered<Entry>

  constructor({ db, connectionString, clock, onError }: ReferenceReaderOptions) {
    this.#clock = clock
    this.#remembered = new Remembered({
      connectionString,
      channel: 'dictionary_changed',
      load: (code) => load(db, code),
      onError,
    })
  }

  start(): Promise<void> {
    return this.#remembered.start()
  }

  close(): Promise<void> {
    return this.#remembered.close()
  }

  /** The transaction at hand changes the dictionary: whoever reads after its commit sees the change. */
  expectChange(code: string): void {
    this.#remembered.expectChange(code)
  }

  /** The dictionary with its items; 404 when there is none. */
  async find(code: string): Promise<KnownDictionary> {
    return this.#remembered.get(code)
  }

  /** The items that the wish means. */
  async list(code: string, wish: ListWish, actor: Actor): Promise<PreparedJson> {
    if (wish.all === 'true') checkMayReadAll(actor)
    const entry = await this.#remembered.get(code)
    const today = bankDay(this.#clock)
    const wrong = unknownFilters(wish, entry.metadata.attributes)
    if (wrong.length > 0) throw invalid(wrong)
    if (entry.items === null) throw tooLarge(code)
    const isPlain = Object.keys(wish).length === 0
    if (!isPlain) return prepare(code, entry.items, wish, today)
    if (entry.prepared?.day !== today)
      entry.prepared = { day: today, answer: prepare(code, entry.items, wish, today) }
    return entry.prepared.answer
  }
}

async function load(db: Db, code: string): Promise<Entry> {
  const metadata = await findMetadata(db, code)
  if (metadata === undefined) throw unknownDictionary(code)
  const items = await listStoredItems(db, code, maxReferenceRows + 1)
  return { metadata, items: items.length > maxReferenceRows ? null : items, prepared: null }
}
