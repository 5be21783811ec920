import { machine } from '../machines/machine.ts'

/** A version of a document rule, from a draft to what is in force. Whether it is in force yet, its days say. */
export const ruleVersionMachine = machine({
  title: 'Версия правила',
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
      by: ['Update'],
      guards: ['ruleStands', 'firstDay', 'lastDay', 'content'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'DRAFT',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'DISCARDED',
      by: ['Update'],
      guards: ['publishedBefore'],
      look: 'danger',
    },
    {
      from: 'PUBLISHED',
      action: 'withdraw',
      label: 'Отозвать',
      to: 'WITHDRAWN',
      by: ['Update'],
      guards: ['notBegun'],
      look: 'danger',
    },
  ],
})

/** What the conditions ask, in the words of the picture. */
export const ruleVersionGuards = {
  ruleStands: 'правило не удалено',
  firstDay: 'первый день не прошёл',
  lastDay: 'последний день не раньше первого',
  content: 'черновик без ошибок',
  publishedBefore: 'правило уже публиковалось',
  notBegun: 'версия ещё не действует',
} as const
