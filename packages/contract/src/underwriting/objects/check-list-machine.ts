import { machine } from '#machines/machine.ts'

/** A version of a check list, from a draft to what objects are asked by. Whether it is in force yet, its day says. */
export const checkListMachine = machine({
  title: 'Версия списка вопросов',
  initial: 'DRAFT',
  phases: { DRAFT: 'Подготовка', PUBLISHED: 'Действие', END: 'Итог' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'DRAFT' },
    PUBLISHED: { name: 'Опубликована', phase: 'PUBLISHED' },
    WITHDRAWN: { name: 'Отозвана', phase: 'END', final: true },
    DISCARDED: { name: 'Черновик отменён', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'publish',
      label: 'Опубликовать',
      to: 'PUBLISHED',
      by: ['UpdateCheckLists'],
      guards: ['whole', 'firstDay'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'DRAFT',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'DISCARDED',
      by: ['UpdateCheckLists'],
      look: 'danger',
    },
    {
      from: 'PUBLISHED',
      action: 'withdraw',
      label: 'Отозвать',
      to: 'WITHDRAWN',
      by: ['UpdateCheckLists'],
      guards: ['notAsked', 'anotherStands'],
      comment: 'required',
      look: 'danger',
    },
  ],
})

/** What the conditions ask, in the words of the picture. */
export const checkListGuards = {
  whole: 'вопросы составлены без ошибок',
  firstDay: 'первый день не прошёл',
  notAsked: 'по ней ещё никого не спрашивали',
  anotherStands: 'остаётся другая опубликованная версия',
} as const
