import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'

/** Of a hundred cases that leave a stage, how many go which way. What the system does by itself after a term is not here. */
type Shares = Readonly<Record<string, Readonly<Record<string, number>>>>

const review: Shares = {
  FILLING: { submit: 93, refuseByClient: 7 },
  DOCS_CHECK: { accept: 80, returnForRework: 20 },
  REWORK: { resubmit: 92, refuseByClient: 8 },
}

/** The way of business of the demo bank: shares of the ways out of each stage. */
export const shares: Readonly<Record<CaseType, Shares>> = {
  LEAD: {
    FIRST_CONTACT: { planMeeting: 42, notReached: 30, askForDocuments: 16, disqualify: 12 },
    REPEAT_CONTACT: { planMeeting: 46, notReached: 18, askForDocuments: 14, disqualify: 22 },
    MEETING_PLANNED: { askForDocuments: 84, disqualify: 16 },
    AWAITING_DOCUMENTS: { qualify: 80, disqualify: 20 },
  },
  SHORT_APPLICATION: {
    DRAFT: { submit: 94, disqualify: 6 },
    NEW: { assignAutomatically: 70, takeToWork: 25, disqualify: 3, refuseByClient: 2 },
    IN_WORK: { startScoring: 78, askClient: 13, refuseByClient: 6, disqualify: 3 },
    WAITING_CLIENT: { clientAnswered: 84, refuseByClient: 12, disqualify: 4 },
    PRE_SCORING: { preApprove: 88, preReject: 12 },
    PRE_APPROVED: { convert: 82, refuseByClient: 18 },
    REJECTED: { archive: 30 },
    CLIENT_REFUSED: { archive: 30 },
    DISQUALIFIED: { archive: 30 },
  },
  FULL_APPLICATION: {
    ...review,
    AUTO_CHECKS: { checksPassed: 97, stopFactor: 3 },
    UNDERWRITING: { approve: 60, toControl: 15, verify: 13, returnForRework: 6, reject: 5, suspectFraud: 1 },
    VERIFICATION: { verified: 100 },
    FRAUD_CHECK: { fraudNotConfirmed: 70, fraudConfirmed: 30 },
    DECISION_CONTROL: { agree: 78, decline: 8, returnToUnderwriter: 8, toCommittee: 6 },
    COMMITTEE: { approveByCommittee: 75, rejectByCommittee: 25 },
    APPROVED: { selectRealty: 90, refuseByClient: 9, revoke: 1 },
    REALTY_SELECTION: { presentRealty: 92, refuseByClient: 8 },
    REALTY_CHECK: { acceptRealty: 84, reworkRealty: 11, refuseRealty: 5 },
    REALTY_APPROVED: { toDeal: 96, refuseByClient: 4 },
    EXPIRED: { close: 40 },
    REVOKED: { close: 50 },
    CLIENT_REFUSED: { close: 30 },
  },
  LOAN_APPLICATION: {
    ...review,
    AUTO_CHECKS: { checksPassed: 100 },
    UNDERWRITING: { approve: 82, reject: 10, returnForRework: 8 },
    APPROVED: { sign: 88, refuseByClient: 12 },
    SIGNED: { coolingOffEnded: 97, refuseByClient: 3 },
    READY_TO_ISSUE: { toIssue: 98, refuseByClient: 2 },
    CLIENT_REFUSED: { close: 30 },
  },
}

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

/** How many cases stand in a stage on the day of the start, beside those whom their way has led there. */
export const standing: Readonly<Record<CaseType, Readonly<Record<string, number>>>> = {
  LEAD: { FIRST_CONTACT: 12, REPEAT_CONTACT: 14, MEETING_PLANNED: 22, AWAITING_DOCUMENTS: 24 },
  SHORT_APPLICATION: { DRAFT: 22, NEW: 10, IN_WORK: 52, WAITING_CLIENT: 22, PRE_APPROVED: 40 },
  FULL_APPLICATION: {
    FILLING: 90,
    DOCS_CHECK: 270,
    REWORK: 50,
    UNDERWRITING: 46,
    VERIFICATION: 14,
    FRAUD_CHECK: 4,
    DECISION_CONTROL: 12,
    COMMITTEE: 4,
    APPROVED: 50,
    REALTY_SELECTION: 50,
    REALTY_CHECK: 18,
    REALTY_APPROVED: 18,
  },
  LOAN_APPLICATION: {
    FILLING: 24,
    DOCS_CHECK: 26,
    REWORK: 8,
    UNDERWRITING: 14,
    APPROVED: 26,
    SIGNED: 12,
    READY_TO_ISSUE: 8,
  },
}

/** Cases of the last eighteen months, beside those that stand; full applications that come of short ones among them. */
export const past: Readonly<Record<CaseType, number>> = {
  LEAD: 450,
  SHORT_APPLICATION: 850,
  FULL_APPLICATION: 2_000,
  LOAN_APPLICATION: 600,
}
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
