import { machine, type StateOf } from '../machines/machine.ts'

/** An entry of a blacklist, from a draft until it acts no longer. */
export const entryMachine = machine({
  title: 'Запись чёрного списка',
  initial: 'DRAFT',
  phases: { DRAFT: 'Подготовка', ACTIVE: 'Действие', END: 'Итог' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'DRAFT' },
    ON_APPROVAL: { name: 'На подтверждении', phase: 'DRAFT', controls: ['DRAFT'] },
    DECLINED: { name: 'Отклонена', phase: 'END', final: true },
    ACTIVE: { name: 'Действует', phase: 'ACTIVE' },
    ON_APPEAL: { name: 'Обжалуется', phase: 'ACTIVE', controls: ['DRAFT', 'ON_APPROVAL'] },
    EXPIRED: { name: 'Истекла', phase: 'END', final: true },
    REMOVED: { name: 'Снята', phase: 'END', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'На подтверждение',
      to: 'ON_APPROVAL',
      by: ['Update'],
      guards: ['whole', 'notOver'],
      look: 'primary',
    },
    {
      from: 'ON_APPROVAL',
      action: 'approve',
      label: 'Подтвердить',
      to: 'ACTIVE',
      by: ['Approve'],
      guards: ['notOver'],
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'ON_APPROVAL',
      action: 'decline',
      label: 'Отклонить',
      to: 'DECLINED',
      by: ['Approve'],
      comment: 'required',
      look: 'danger',
    },
    { from: 'ACTIVE', action: 'expire', label: 'Срок истёк', to: 'EXPIRED', by: 'SYSTEM', guards: ['over'] },
    {
      from: 'ACTIVE',
      action: 'remove',
      label: 'Снять',
      to: 'REMOVED',
      by: ['Approve'],
      comment: 'required',
      look: 'danger',
    },
    {
      from: 'ACTIVE',
      action: 'appeal',
      label: 'Принять обжалование',
      to: 'ON_APPEAL',
      by: ['Approve'],
    },
    {
      from: 'ON_APPEAL',
      action: 'keep',
      label: 'Отказать в обжаловании',
      to: 'ACTIVE',
      by: ['Appeal'],
      comment: 'required',
    },
    {
      from: 'ON_APPEAL',
      action: 'satisfy',
      label: 'Удовлетворить и снять',
      to: 'REMOVED',
      by: ['Appeal'],
      comment: 'required',
      look: 'danger',
    },
  ],
})
export type EntryState = StateOf<typeof entryMachine>

/** What the conditions ask, in the words of the picture. */
export const entryGuards = {
  whole: 'запись заполнена',
  notOver: 'срок ещё не прошёл',
  over: 'последний день прошёл',
} as const
