/** Who takes more than they can pay is rarely approved. */
export const strained: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  UNDERWRITING: { reject: 70, toControl: 20, returnForRework: 10, approve: 0, verify: 0, suspectFraud: 0 },
  DECISION_CONTROL: { decline: 75, returnToUnderwriter: 0, toCommittee: 25, agree: 0 },
  COMMITTEE: { rejectByCommittee: 80, approveByCommittee: 20 },
}

/** Worked minutes in stages that have no deadline, or in which a case is for a small part of it. */
export const worked: Readonly<Record<string, readonly [least: number, most: number]>> = {
  DRAFT: [5, 700],
  WAITING_CLIENT: [90, 1_900],
  AWAITING_DOCUMENTS: [120, 4_300],
  REWORK: [60, 2_100],
  REALTY_SELECTION: [480, 9_600],
  APPROVED: [180, 9_000],
  EXPIRED: [480, 4_800],
  REVOKED: [480, 4_800],
  REJECTED: [960, 6_000],
  CLIENT_REFUSED: [480, 5_000],
  DISQUALIFIED: [480, 5_000],
}

/** Minutes in which the system answers. */
export const answered: Readonly<Record<string, readonly [least: number, most: number]>> = {
  AUTO_CHECKS: [3, 18],
  PRE_SCORING: [1, 6],
}

/** Reasons that are given, by dictionary: for a case as it should be, and for one that is strained. */
export const reasonsOf: Readonly<Record<string, readonly string[]>> = {
  clientRefusalReason: ['RATE', 'OTHER_BANK', 'POSTPONED', 'OBJECT_LOST', 'FAMILY', 'DOCUMENTS'],
  leadDisqualificationReason: ['NOT_INTERESTED', 'NO_CONTACT', 'NO_DOWN_PAYMENT', 'WRONG_CONTACTS'],
  underwritingDecisionsType: ['R05', 'R13', 'R16', 'R06'],
}
/** Why the strained are refused: the load of debts, the income. */
export const reasonsOfStrained = ['R03', 'R03', 'R04']

/** The demo bank looks back so many days. */
export const pastDays = 548

/** What people write where a comment is asked. */
export const commentsOf: Readonly<Record<string, string>> = {
  verified: 'Личность, место работы и доход подтверждены',
  suspectFraud: 'Доход в справке не сходится со сведениями СФР, нужна проверка',
  fraudNotConfirmed: 'Работодатель подтвердил справку, расхождение объяснено',
  fraudConfirmed: 'Работодатель справку не выдавал',
  decline: 'Долговая нагрузка выше допустимой',
  returnToUnderwriter: 'Уточните источник первоначального взноса',
  rejectByCommittee: 'Комитет не поддержал: доход нестабилен',
  refuseRealty: 'Планировка не соответствует документам БТИ',
  revoke: 'Заёмщик сменил работу до сделки',
  reviewDecision: 'Клиент предоставил новые документы о доходе',
  askClient: 'Нужна справка о доходах за последние 12 месяцев',
}
