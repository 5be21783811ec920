import { mask } from '@ipoteka-office/contract/common/masks.ts'
import { isIdentityPaper } from '@ipoteka-office/contract/common/person/identity-papers.ts'
import type { ObjectType } from '@ipoteka-office/contract/operations.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { CardChange } from '#features/history/card-history.service.ts'
import type { Context } from '#http/route.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { findPaperType, findPastTypes } from './paper-numbers.repo.ts'

type Reader = Pick<Context, 'db' | 'actor' | 'requestId'>
type Values = Readonly<Record<string, unknown>>

/** The type of a document by its code, for the sake of its number. */
export const paperTypeOf = (db: Db, code: string | null) =>
  code === null ? Promise.resolve(null) : findPaperType(db, code)

const numbersOf = ({ oldValues, newValues, created }: CardChange): unknown[] =>
  [oldValues, newValues, created].map((values) => values?.['number'] ?? '')

const hide = <T extends Values | null>(values: T): T =>
  values === null || typeof values['number'] !== 'string'
    ? values
    : { ...values, number: mask('document', values['number']) }

/** Rows that are, or ever were, identity papers: their numbers are in the history of other days too. */
async function identityRows(db: Db, changes: readonly CardChange[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const [objectType, list] of Map.groupBy(changes, (change) => change.objectType)) {
    const ids = [...new Set(list.map(({ objectId }) => objectId))]
    for (const { id, ...type } of await findPastTypes(db, objectType, ids))
      if (isIdentityPaper({ type })) found.add(`${objectType}:${id}`)
  }
  return found
}

/** Changes of the tables `papers` with numbers of identity papers as the reader may see them; who sees them is written down. */
export async function asReaderSees(
  reader: Reader,
  changes: CardChange[],
  papers: readonly string[],
  card: { readonly type: ObjectType; readonly id: number },
): Promise<CardChange[]> {
  const numbered = changes.filter(
    (change) => papers.includes(change.objectType) && numbersOf(change).some((number) => number !== ''),
  )
  if (numbered.length === 0) return changes
  const rows = await identityRows(reader.db, numbered)
  const isHidden = ({ objectType, objectId }: CardChange) => rows.has(`${objectType}:${objectId}`)
  if (!seesPersonalData(reader.actor))
    return changes.map((change) =>
      isHidden(change)
        ? {
            ...change,
            oldValues: hide(change.oldValues),
            newValues: hide(change.newValues),
            created: hide(change.created),
          }
        : change,
    )
  if (numbered.some(isHidden)) await recordUnmasking(reader, card, { persons: 1, what: 'История изменений' })
  return changes
}
