import { machine } from '#machines/machine.ts'

const byAgent = ['Send'] as const
const contact = { operation: 'Send' } as const
const disqualify = {
  action: 'disqualify',
  label: 'Дисквалифицировать',
  to: 'DISQUALIFIED',
  by: byAgent,
  reasons: 'leadDisqualificationReason',
  comment: 'optional',
  look: 'danger',
} as const
const askForDocuments = {
  action: 'askForDocuments',
  label: 'Запросить документы',
  to: 'AWAITING_DOCUMENTS',
  by: byAgent,
  comment: 'optional',
} as const

/** An application was made of the lead: the work with the client goes on there. */
const applicationMade = {
  action: 'applicationMade',
  label: 'Создана заявка',
  to: 'QUALIFIED',
  by: 'SYSTEM',
} as const

/** A lead: from the first call to a client who has brought the documents. */
export const leadMachine = machine({
  title: 'Лид',
  initial: 'FIRST_CONTACT',
  phases: { CONTACT: 'Контакт', MEETING: 'Встреча', DOCUMENTS: 'Документы', RESULT: 'Итог' },
  states: {
    FIRST_CONTACT: {
      name: 'Первичный контакт',
      phase: 'CONTACT',
      deadline: 'lead-first-contact',
      task: { title: 'Позвонить клиенту', ...contact },
    },
    REPEAT_CONTACT: {
      name: 'Повторный контакт',
      phase: 'CONTACT',
      deadline: 'lead-repeat-contact',
      task: { title: 'Позвонить ещё раз', ...contact },
    },
    MEETING_PLANNED: {
      name: 'Встреча запланирована',
      phase: 'MEETING',
      deadline: 'lead-meeting',
      task: { title: 'Провести встречу', ...contact },
    },
    AWAITING_DOCUMENTS: {
      name: 'Ожидание документов',
      phase: 'DOCUMENTS',
      pause: 'CLIENT',
      deadline: 'lead-documents',
      task: { title: 'Получить документы клиента', ...contact },
    },
    QUALIFIED: { name: 'Квалифицирован', phase: 'RESULT', final: true },
    DISQUALIFIED: { name: 'Дисквалифицирован', phase: 'RESULT', final: true },
  },
  transitions: [
    {
      from: 'FIRST_CONTACT',
      action: 'notReached',
      label: 'Не дозвонились',
      to: 'REPEAT_CONTACT',
      by: byAgent,
      comment: 'optional',
    },
    {
      from: 'REPEAT_CONTACT',
      action: 'notReached',
      label: 'Снова не дозвонились',
      to: 'REPEAT_CONTACT',
      by: byAgent,
      comment: 'optional',
    },
    {
      from: 'FIRST_CONTACT',
      action: 'planMeeting',
      label: 'Назначить встречу',
      to: 'MEETING_PLANNED',
      by: byAgent,
      comment: 'optional',
      look: 'primary',
    },
    {
      from: 'REPEAT_CONTACT',
      action: 'planMeeting',
      label: 'Назначить встречу',
      to: 'MEETING_PLANNED',
      by: byAgent,
      comment: 'optional',
      look: 'primary',
    },
    { from: 'MEETING_PLANNED', ...askForDocuments, look: 'primary' },
    { from: 'FIRST_CONTACT', ...askForDocuments },
    { from: 'REPEAT_CONTACT', ...askForDocuments },
    {
      from: 'AWAITING_DOCUMENTS',
      action: 'qualify',
      label: 'Документы получены',
      to: 'QUALIFIED',
      by: byAgent,
      guards: ['leadDocuments'],
      look: 'primary',
    },
    { from: 'FIRST_CONTACT', ...applicationMade },
    { from: 'REPEAT_CONTACT', ...applicationMade },
    { from: 'MEETING_PLANNED', ...applicationMade },
    { from: 'AWAITING_DOCUMENTS', ...applicationMade },
    { from: 'FIRST_CONTACT', ...disqualify },
    { from: 'REPEAT_CONTACT', ...disqualify },
    { from: 'MEETING_PLANNED', ...disqualify },
    { from: 'AWAITING_DOCUMENTS', ...disqualify },
  ],
})
export type LeadStage = keyof typeof leadMachine.states
