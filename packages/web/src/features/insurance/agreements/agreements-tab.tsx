import { agreementStates, type AgreementState } from '@ipoteka-office/contract/insurance/agreement-machine.ts'
import { type AgreementRow, searchAgreements } from '@ipoteka-office/contract/insurance/agreements-list.ts'
import { surchargeStates } from '@ipoteka-office/contract/insurance/agreements.ts'
import { insuranceTypes } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { useRights } from '#api/rights.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import type { DotTone } from '#ui/status-dot.tsx'
import { date, figure, noted, stateOf, text } from '#ui/table/cells/cells.tsx'
import { columnsOf } from '#ui/table/table-columns.ts'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import type { TabProps } from '../insurance-page.tsx'
import { agreementsList } from './agreements-list.ts'

const tones: Readonly<Record<AgreementState, DotTone>> = {
  OFFERED: 'ring',
  CHOSEN: 'amber',
  UNDERWRITING: 'blue',
  CALCULATED: 'blue',
  ISSUED: 'blue',
  PAID: 'blue',
  ACTIVE: 'green',
  EXPIRED: 'red',
  REFUSED: 'red',
  CANCELLED: 'neutral',
  REPLACED: 'neutral',
}

const titles = {
  case: 'Заявка',
  client: 'Клиент',
  type: 'Вид',
  insurer: 'Страховщик',
  state: 'Состояние',
  number: 'Договор',
  to: 'Действует до',
  daysLeft: 'Осталось дней',
  sum: 'Сумма',
  premium: 'Премия',
  surcharge: 'Надбавка',
} as const

const columns = columnsOf<AgreementRow, keyof typeof titles>(titles, {
  case: text(130, ({ case: of }) => of.number, { link: true, always: true }),
  client: text(200, ({ case: of }) => of.clientName, { grows: true }),
  type: text(170, ({ type }) => insuranceTypes[type]),
  insurer: text(180, ({ insurer }) => insurer?.shortName ?? emptyValue),
  state: stateOf(170, agreementStates, tones, ({ state }) => state),
  number: text(150, ({ number }) => number || emptyValue),
  to: date(124, ({ to }) => to),
  daysLeft: figure(130, ({ daysLeft }) => daysLeft ?? emptyValue),
  sum: figure(140, ({ sum }) => (sum === null ? emptyValue : formatRoubles(sum)), { optional: true }),
  premium: figure(130, ({ premium }) => (premium === null ? emptyValue : formatRoubles(premium))),
  surcharge: noted(140, ({ surcharge }) => [surcharge && surchargeStates[surcharge], null]),
})

/** «Договоры»: agreements of insurance of the lending, those that end first. */
export function AgreementsTab({ lending }: TabProps) {
  const list = useServerList(agreementsList(lending))
  if (!useRights().mayCall(searchAgreements)) return <Forbidden />
  return (
    <ListScreen
      isPart
      isMain
      list={list}
      title="Договоры страхования"
      columns={columns}
      rowLabel={({ case: of, type }) => `${of.number}, ${insuranceTypes[type]}`}
      rowHref={({ case: of }) => casePath(of.type, of.id)}
      empty={{
        title: 'Договоров нет',
        text: 'Договор заводят в заявке, в блоке страхования: здесь видно, какие скоро закончатся.',
      }}
    />
  )
}
