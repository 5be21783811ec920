import { byAgent } from './closing-moves.ts'

/** From an approved client to an approved object and the deal. */
export const realtyMoves = [
  {
    from: 'APPROVED',
    action: 'selectRealty',
    label: 'Подобрать объект',
    to: 'REALTY_SELECTION',
    by: byAgent,
    look: 'primary',
  },
  {
    from: 'REALTY_SELECTION',
    action: 'presentRealty',
    label: 'Представить объект',
    to: 'REALTY_CHECK',
    by: byAgent,
    guards: ['realty', 'realtyDocuments'],
    comment: 'optional',
    look: 'primary',
  },
  {
    from: 'REALTY_CHECK',
    action: 'refuseRealty',
    label: 'Объект не соответствует',
    to: 'REALTY_SELECTION',
    by: ['CheckRealty'],
    comment: 'required',
    look: 'danger',
  },
  {
    from: 'REALTY_CHECK',
    action: 'acceptRealty',
    label: 'Объект принят',
    to: 'REALTY_APPROVED',
    by: ['CheckRealty'],
    comment: 'optional',
    look: 'primary',
  },
  {
    from: 'REALTY_CHECK',
    action: 'reworkRealty',
    label: 'Доработать документы объекта',
    to: 'REALTY_SELECTION',
    by: ['CheckRealty'],
    guards: ['openRemarks'],
    comment: 'optional',
  },
  {
    from: 'REALTY_APPROVED',
    action: 'toDeal',
    label: 'Передать на сделку',
    to: 'DEAL',
    by: byAgent,
    guards: ['documents'],
    look: 'primary',
  },
] as const
