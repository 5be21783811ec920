import {
  type PartnerColumn,
  type PartnerRow,
  partnerColumns,
} from '@ipoteka-office/contract/partners/partners.ts'
import { figure, marks, names, noted, status, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { accreditationText, stateTones } from './partner-words.ts'

/** The columns of the list of partners. */
export const partnersColumns = columnsOf<PartnerRow, PartnerColumn>(partnerColumns, {
  shortName: noted(300, ({ shortName, branchTypeName }) => [shortName, branchTypeName], {
    link: true,
    always: true,
  }),
  inn: text(120, ({ inn }) => inn),
  kpp: text(110, ({ kpp }) => kpp, { optional: true }),
  ogrn: text(150, ({ ogrn }) => ogrn, { optional: true }),
  roles: names(200, ({ roles }) => roles.map(({ name }) => name)),
  accreditation: marks(250, ({ roles }) =>
    roles.map(({ name, state, dateTo }) => ({
      text: accreditationText(state, dateTo),
      tone: state === null ? 'neutral' : stateTones[state],
      hint: name,
    })),
  ),
  region: text(150, ({ regionName }) => regionName),
  parent: text(240, ({ parent }) => parent?.shortName, { optional: true }),
  branchesCount: figure(88, ({ branchesCount }) => branchesCount),
  notActive: status(116, ({ notActive }) =>
    notActive ? { tone: 'neutral', text: 'Отключён' } : { tone: 'green', text: 'Действует' },
  ),
})
