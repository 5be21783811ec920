import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  productVersionGuards,
  productVersionMachine,
} from '@ipoteka-office/contract/products/product-version-machine.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { refusalOfCells } from './limits/cells-at-limit.rules.ts'
import { cellsOfVersion } from './limits/version-limits.service.ts'
import { objectOf } from './product-reader.ts'
import { findReleasedOn, writeState } from './products.repo.ts'
import type { StoredProduct, VersionOfProduct } from './stored-products.ts'
import { versionIssues } from './version-issues.service.ts'

type Ask = RecordAsk<VersionOfProduct>

/** The first day that a version is released from: the one it names, or today. */
const firstDay = ({ record, clock }: Ask) => record.validFrom ?? bankDay(clock)

const hasBegun = ({ record, clock }: Ask) =>
  record.inForceFrom !== null && record.inForceFrom <= bankDay(clock)

const kindOf = (bank: BankFigures, object: 'CreditProduct' | 'LoanProduct'): RecordKind<VersionOfProduct> =>
  recordKind<VersionOfProduct>()(productVersionMachine, {
    code: 'product_version',
    object,
    bankOnly: true,
    ofWhat: 'выпуска',
    guardNames: productVersionGuards,
    keyOf: ({ id }) => ({ id }),
    stateOf: ({ state }) => state,
    createdAt: ({ createdAt }) => createdAt,
    authors: (_, { contributors }) => Promise.resolve(contributors),
    guards: {
      async whole({ db, record }: Ask) {
        const [issue] = await versionIssues(db, record.product, record.content)
        return issue === undefined ? null : `Исправьте условия: ${issue.message}`
      },
      firstDay(ask: Ask) {
        const from = firstDay(ask)
        const { validTo } = ask.record
        if (from < bankDay(ask.clock))
          return `Первый день ${dayText(from)} уже прошёл: верните выпуск на корректировку и укажите другой`
        return validTo === null || validTo >= from
          ? null
          : `Последний день ${dayText(validTo)} уже прошёл: верните выпуск на корректировку и укажите другой`
      },
      async freeDays(ask: Ask) {
        const { id, productId, validTo } = ask.record
        const from = firstDay(ask)
        const taken = await findReleasedOn(ask.db, { productId, but: id, from, to: validTo })
        // One that began before gives its days up to this one.
        const other = taken.find((one) => one.from >= from)
        return other === undefined
          ? null
          : `С ${dayText(other.from)} действует выпуск ${other.number}: отзовите его или укажите последний день не позже ${dayText(addDays(other.from, -1))}`
      },
      async rateLimit(ask: Ask) {
        const { product, content } = ask.record
        const cells = await cellsOfVersion(bank, ask.db, product, { content, firstDay: firstDay(ask) })
        return refusalOfCells(cells)
      },
      notBegun: (ask: Ask) =>
        hasBegun(ask) ? 'Выпуск уже вступил в силу: выпустите следующий или снимите продукт с продажи' : null,
      begun: (ask: Ask) => (hasBegun(ask) ? null : 'Выпуск ещё не вступил в силу: его можно отозвать'),
    },
    write: ({ db, record: { id, productId }, to, action, clock, actor }) =>
      writeState(
        db,
        { id, productId },
        { to, action, by: actor?.employeeId ?? null, at: clock.now(), today: bankDay(clock) },
      ),
  })

/** Versions of a product: moved by their machine alone, and agreed to by nobody who has written or sent them. */
export const versionKind = (
  bank: BankFigures,
  { lending }: Pick<StoredProduct, 'lending'>,
): RecordKind<VersionOfProduct> => kindOf(bank, objectOf(lending))
