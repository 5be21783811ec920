import { machine, type StateOf } from '../machines/machine.ts'

/** A version of a product, an option or a promotion: who sent it for approval neither approves nor releases it. */
export const productVersionMachine = machine({
  title: 'Выпуск продукта',
  initial: 'DRAFT',
  phases: { DRAFT: 'Подготовка', APPROVAL: 'Согласование', RELEASED: 'Действие', END: 'Итог' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'DRAFT' },
    ON_APPROVAL: {
      name: 'На согласовании',
      phase: 'APPROVAL',
      controls: ['DRAFT', 'CORRECTION'],
    },
    CORRECTION: { name: 'На корректировке', phase: 'DRAFT' },
    APPROVED: { name: 'Согласован', phase: 'APPROVAL', controls: ['DRAFT', 'CORRECTION'] },
    RELEASED: { name: 'Выпущен', phase: 'RELEASED' },
    ARCHIVE: { name: 'Архив', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'На согласование',
      to: 'ON_APPROVAL',
      by: ['Submit'],
      guards: ['whole'],
      look: 'primary',
    },
    {
      from: 'CORRECTION',
      action: 'submit',
      label: 'На согласование',
      to: 'ON_APPROVAL',
      by: ['Submit'],
      guards: ['whole'],
      look: 'primary',
    },
    {
      from: 'ON_APPROVAL',
      action: 'approve',
      label: 'Согласовать',
      to: 'APPROVED',
      by: ['Approve'],
      guards: ['whole'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'ON_APPROVAL',
      action: 'correction',
      label: 'Вернуть на корректировку',
      to: 'CORRECTION',
      by: ['Approve'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'APPROVED',
      action: 'correction',
      label: 'Вернуть на корректировку',
      to: 'CORRECTION',
      by: ['Approve'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'APPROVED',
      action: 'release',
      label: 'Выпустить',
      to: 'RELEASED',
      by: ['Release'],
      guards: ['whole', 'firstDay', 'freeDays', 'rateLimit'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'RELEASED',
      action: 'withdraw',
      label: 'Отозвать до вступления в силу',
      to: 'ARCHIVE',
      by: ['Release'],
      guards: ['notBegun'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'RELEASED',
      action: 'archive',
      label: 'Снять с продажи',
      to: 'ARCHIVE',
      by: ['Archive'],
      guards: ['begun'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'DRAFT',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'ARCHIVE',
      by: ['Update'],
      look: 'danger',
    },
    {
      from: 'CORRECTION',
      action: 'discard',
      label: 'Отказаться от черновика',
      to: 'ARCHIVE',
      by: ['Update'],
      look: 'danger',
    },
    {
      from: 'APPROVED',
      action: 'archive',
      label: 'В архив',
      to: 'ARCHIVE',
      by: ['Archive'],
      comment: 'required',
      look: 'danger',
    },
  ],
})
export type ProductVersionState = StateOf<typeof productVersionMachine>

/** What the conditions ask, in the words of the picture. */
export const productVersionGuards = {
  whole: 'условия заполнены, в ставках нет пропусков',
  firstDay: 'первый день ещё не прошёл',
  freeDays: 'на эти дни нет другого выпуска',
  rateLimit: 'ПСК ячеек не выше предельной, ставки не выше потолков',
  notBegun: 'выпуск ещё не вступил в силу',
  begun: 'выпуск уже вступил в силу',
} as const

/** States in words. */
export const productVersionStates = Object.fromEntries(
  Object.entries(productVersionMachine.states).map(([code, { name }]) => [code, name]),
) as Record<ProductVersionState, string>
