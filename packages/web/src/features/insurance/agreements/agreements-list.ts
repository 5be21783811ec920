import { agreementStates } from '@ipoteka-office/contract/insurance/agreement-machine.ts'
import {
  endings,
  listAgreementInsurers,
  searchAgreements,
} from '@ipoteka-office/contract/insurance/agreements-list.ts'
import { insuranceTypes, type Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { flag, ids, search, word, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** Agreements of insurance of a lending: what the address holds, and what the server is asked. */
export const agreementsList = (lending: Lending) =>
  serverList(searchAgreements, {
    key: `insurance-agreements.${lending}`,
    filters: [
      search('search', 'Договор, заявка или клиент', { placeholder: 'Договор, заявка, клиент' }),
      words('states', 'Состояние', agreementStates),
      words('types', 'Вид', insuranceTypes),
      ids('insurerIds', 'Страховщик', { from: listAgreementInsurers }),
      word('endsIn', 'Заканчиваются', endings),
      flag('surchargeWaits', 'Надбавка ждёт решения', { label: 'Надбавка', value: 'ждёт решения' }),
    ],
    ask: ({ filter, paging }) => ({ query: paging, body: { ...filter, lending } }),
  })
