import { PartnerCreate, PartnerUpdate } from '@ipoteka-office/contract/partners/partners.ts'
import { createPartner, getPartner, savePartner } from '#features/partners/partners.service.ts'
import { invalid } from '#http/errors.ts'
import { type Applied, checked, type RowContext } from './apply-row.ts'
import { type Cells, differences, listOf } from './load-file.rules.ts'
import { findOrganisation } from './loads.repo.ts'

/** The head that the row names; undefined: it names none. */
async function headOf({ db, actor }: RowContext, cells: Cells): Promise<number | undefined> {
  if (cells.headInn === undefined) return undefined
  const head = await findOrganisation(db, actor, cells.headInn, cells.headKpp)
  if (head === undefined)
    throw invalid([
      { path: 'headInn', message: 'Организации с такими ИНН и КПП нет ни в банке, ни в файле выше' },
    ])
  return head
}

const formOf = ({ inn = '', kpp, ogrn, shortName = '', fullName = '', regionCode }: Cells) => ({
  inn,
  shortName,
  fullName,
  ...(kpp !== undefined && { kpp }),
  ...(ogrn !== undefined && { ogrn }),
  ...(regionCode !== undefined && { regionCode }),
})

/** An address that is written as it is already keeps what is known of its parts. */
const addressOf = ({ legalAddress }: Cells, now: { value: string } | null) =>
  legalAddress === undefined || legalAddress === now?.value ? {} : { legalAddress: { value: legalAddress } }

/** Makes the partner or the branch of a row, or changes the one that is there; an empty cell changes nothing. */
export async function applyPartner(context: RowContext, cells: Cells): Promise<Applied> {
  const { db, actor, bank } = context
  const parentId = await headOf(context, cells)
  const known = cells.inn === undefined ? undefined : await findOrganisation(db, actor, cells.inn, cells.kpp)
  const isOther = known !== undefined && cells.kpp === undefined && parentId !== undefined
  if (known === undefined || isOther) {
    const input = checked(PartnerCreate, {
      ...formOf(cells),
      ...addressOf(cells, null),
      branchTypeCode: parentId === undefined ? 'HEAD' : 'BRANCH',
      parentId: parentId ?? null,
      roleCodes: listOf(cells.roleCodes),
    })
    const { id } = await createPartner(context, input, bank)
    return { kind: 'new', notes: [], objectId: id }
  }
  const before = await getPartner(db, actor, { id: known }, bank)
  const input = checked(PartnerUpdate, {
    ...before,
    ...formOf(cells),
    ...addressOf(cells, before.legalAddress),
    ...(parentId === undefined ? { parentId: undefined } : { parentId }),
  })
  const after = await savePartner(context, known, input, bank)
  if (after.version === before.version && after.parentId === before.parentId)
    return { kind: 'same', notes: [], objectId: known }
  const shown = (card: typeof before) => ({
    shortName: card.shortName,
    fullName: card.fullName,
    kpp: card.kpp,
    ogrn: card.ogrn,
    regionCode: card.regionCode,
    legalAddress: card.legalAddress,
    headInn: card.parent?.shortName ?? null,
  })
  return { kind: 'changed', notes: differences('PARTNERS', shown(before), shown(after)), objectId: known }
}
