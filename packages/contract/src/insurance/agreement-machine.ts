import { machine, type StateOf } from '#machines/machine.ts'

/** An agreement of insurance of a case: from the offer to the end of its days. */
export const agreementMachine = machine({
  title: 'Договор страхования',
  initial: 'OFFERED',
  phases: { CHOICE: 'Выбор', CALCULATION: 'Расчёт', POLICY: 'Оформление', IN_FORCE: 'Действие', END: 'Итог' },
  states: {
    OFFERED: { name: 'Предложено', phase: 'CHOICE' },
    CHOSEN: { name: 'Страховщик выбран', phase: 'CHOICE' },
    UNDERWRITING: { name: 'Рассматривает страховщик', phase: 'CALCULATION' },
    CALCULATED: { name: 'Рассчитано', phase: 'CALCULATION' },
    ISSUED: { name: 'Оформлен', phase: 'POLICY' },
    PAID: { name: 'Оплачен', phase: 'POLICY' },
    ACTIVE: { name: 'Действует', phase: 'IN_FORCE' },
    EXPIRED: { name: 'Закончился', phase: 'END', final: true },
    REFUSED: { name: 'Страховщик отказал', phase: 'END', final: true },
    CANCELLED: { name: 'Отменён', phase: 'END', final: true },
    REPLACED: { name: 'Заменён', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'OFFERED',
      action: 'choose',
      label: 'Выбрать страховщика',
      to: 'CHOSEN',
      by: ['Arrange'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'OFFERED',
      action: 'cancel',
      label: 'Клиент отказался',
      to: 'CANCELLED',
      by: ['Arrange'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'CHOSEN',
      action: 'send',
      label: 'Отправить страховщику',
      to: 'UNDERWRITING',
      by: ['Arrange'],
      guards: ['connected', 'risk'],
      look: 'primary',
    },
    {
      from: 'CHOSEN',
      action: 'calculate',
      label: 'Расчёт внесён',
      to: 'CALCULATED',
      by: ['Arrange'],
      guards: ['premium'],
    },
    {
      from: 'CHOSEN',
      action: 'cancel',
      label: 'Отменить',
      to: 'CANCELLED',
      by: ['Arrange'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'UNDERWRITING',
      action: 'accept',
      label: 'Страховщик принял риск',
      to: 'CALCULATED',
      by: 'SYSTEM',
    },
    { from: 'UNDERWRITING', action: 'refuse', label: 'Страховщик отказал', to: 'REFUSED', by: 'SYSTEM' },
    { from: 'UNDERWRITING', action: 'silence', label: 'Страховщик не ответил', to: 'CHOSEN', by: 'SYSTEM' },
    {
      from: 'UNDERWRITING',
      action: 'recall',
      label: 'Отозвать у страховщика',
      to: 'CHOSEN',
      by: ['Arrange'],
      comment: 'required',
    },
    {
      from: 'CALCULATED',
      action: 'issue',
      label: 'Договор оформлен',
      to: 'ISSUED',
      by: ['Arrange'],
      guards: ['whole', 'sum'],
      look: 'primary',
    },
    {
      from: 'CALCULATED',
      action: 'cancel',
      label: 'Отменить',
      to: 'CANCELLED',
      by: ['Arrange'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'ISSUED',
      action: 'pay',
      label: 'Премия оплачена',
      to: 'PAID',
      by: ['Arrange'],
      guards: ['paid'],
      look: 'primary',
    },
    {
      from: 'ISSUED',
      action: 'cancel',
      label: 'Отменить',
      to: 'CANCELLED',
      by: ['Arrange'],
      comment: 'required',
      look: 'danger',
    },
    { from: 'PAID', action: 'begin', label: 'Начал действовать', to: 'ACTIVE', by: 'SYSTEM' },
    { from: 'ACTIVE', action: 'expire', label: 'Срок закончился', to: 'EXPIRED', by: 'SYSTEM' },
    { from: 'ACTIVE', action: 'replace', label: 'Заменён новым договором', to: 'REPLACED', by: 'SYSTEM' },
    {
      from: 'ACTIVE',
      action: 'cancel',
      label: 'Расторгнут',
      to: 'CANCELLED',
      by: ['Arrange'],
      comment: 'required',
      look: 'danger',
    },
  ],
})
export type AgreementState = StateOf<typeof agreementMachine>

/** What the conditions ask, in the words of the picture. */
export const agreementGuards = {
  connected: 'обмен со страховщиками подключён',
  risk: 'известно, что страхуют и на какую сумму',
  premium: 'премия указана',
  whole: 'номер, дата, срок и выгодоприобретатель указаны',
  sum: 'страховая сумма не меньше долга с запасом',
  paid: 'день оплаты указан',
} as const

export const agreementStates = Object.fromEntries(
  Object.entries(agreementMachine.states).map(([code, { name }]) => [code, name]),
) as Record<AgreementState, string>

/** States in which what the agreement says may be written. */
export const writableStates: readonly AgreementState[] = ['CHOSEN', 'CALCULATED', 'ISSUED']
