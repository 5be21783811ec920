import { machine } from '@ipoteka-office/contract/machines/machine.ts'
import { caseType } from '@ipoteka-office/contract/cases/types/case-type.ts'

/** A machine for the tests: a claim is looked at, answered and closed, or closes by itself. */
export const claimMachine = machine({
  title: 'Претензия',
  initial: 'RECEIVED',
  phases: { WORK: 'Разбор', RESULT: 'Итог' },
  states: {
    RECEIVED: {
      name: 'Получена',
      phase: 'WORK',
      deadline: 'lead-repeat-contact',
      task: { title: 'Разобрать претензию', operation: 'Send' },
    },
    CHECK: {
      name: 'На проверке',
      phase: 'WORK',
      deadline: 'short-application-work',
      task: { title: 'Проверить ответ', operation: 'Check' },
      controls: ['RECEIVED'],
    },
    CLOSED: { name: 'Закрыта', phase: 'RESULT', final: true },
  },
  transitions: [
    {
      from: 'RECEIVED',
      action: 'answer',
      label: 'Передать на проверку',
      to: 'CHECK',
      by: ['Send'],
      guards: ['phone'],
      comment: 'optional',
      look: 'primary',
    },
    { from: 'CHECK', action: 'accept', label: 'Ответ верен', to: 'CLOSED', by: ['Check'], look: 'primary' },
    {
      from: 'RECEIVED',
      action: 'expire',
      label: 'Закрыта по сроку',
      to: 'CLOSED',
      by: 'SYSTEM',
      after: 'refused-case-closing',
    },
  ],
})

/** All that browser and server know of claims. */
export const claimType = caseType(claimMachine, {
  name: 'Претензия',
  plural: 'Претензии',
  word: 'Претензия',
  prefix: 'Ж',
  path: '/claim',
  object: 'Claim',
  operations: {
    List: 'Список претензий',
    Read: 'Претензия: просмотр',
    Update: 'Претензия: изменение',
    ChangeResponsible: 'Претензия: смена ответственного',
    Send: 'Претензия: перевод на следующий шаг',
    Check: 'Претензия: проверка ответа',
    Export: 'Претензии: выгрузка',
  },
  list: {
    code: 'claims',
    object: 'Claim',
    title: 'Претензии клиентов',
    shortTitle: 'Претензии',
    path: '/claims',
    menu: { group: 'Претензии', place: 1 },
    tabs: { all: { name: 'Все' }, checked: { name: 'На проверке', stages: ['CHECK'] } },
    charted: true,
    programmes: { label: 'Программа', dictionary: 'product/type' },
    empty: ['Претензий нет', 'В архиве нет претензий'],
    about: 'Претензия — письмо клиента, на которое банк отвечает в срок.',
  },
  product: null,
  documents: {
    owner: 'CLAIM',
    ownerName: 'Претензия',
    rights: { read: { Claim: ['Read'] }, write: { Claim: ['Read', 'Update'] } },
  },
  workPlaces: { RECEIVED: 'answer' },
})
