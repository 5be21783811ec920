import type { NoticeEvent } from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'

/** Of whom a bureau is asked. */
export interface ReportSubject {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string | null
  readonly birthDate: string
  /** Ten digits. */
  readonly passport: string | null
  readonly inn: string | null
  readonly snils: string | null
  readonly phone: string | null
  readonly address: string | null
}

/** A credit that the person has told of: known to the training stand alone, no bureau is sent it. */
export interface ToldCredit {
  readonly type: string
  readonly creditor: string
  readonly contractNumber: string | null
  readonly limit: string
  readonly balance: string
  readonly rate: string | null
  readonly monthsLeft: number | null
  readonly payment: string
}

export interface ReportQuestion {
  /** The same for every attempt of one request: a bureau takes its price once. */
  readonly requestId: string
  readonly bureau: CreditBureau
  readonly person: ReportSubject
  /** The consent by which it is asked. */
  readonly consent: { readonly signedOn: string; readonly validTo: string }
  readonly purpose: 'NEW_LOAN'
  readonly attempt: number
  readonly today: string
  readonly told: readonly ToldCredit[]
}

/** What a bureau is told of a decision about somebody: an event of the credit history. */
export interface NoticeToBureau {
  /** The same for every attempt: a bureau takes a notice once. */
  readonly noticeId: string
  readonly bureau: CreditBureau
  readonly event: NoticeEvent
  readonly person: ReportSubject
  readonly consentOn: string | null
  readonly attempt: number
  readonly application: {
    readonly number: string
    readonly decidedOn: string
    readonly amount: string | null
    /** Why it was refused, by the bureaus' own list; null: it was not. */
    readonly refusal: RefusalCode | null
  }
}

/** Reasons of a refusal as the bureaus list them: what the bank keeps to itself is its policy. */
export type RefusalCode = 'POLICY' | 'DEBT_LOAD' | 'CREDIT_HISTORY' | 'MISMATCH'

/** The bureau gave nothing; `isFinal`: the same request would meet the same refusal. */
export class BureauUnavailable extends Error {
  readonly isFinal: boolean

  constructor(message: string, options: { readonly isFinal?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.isFinal = options.isFinal ?? false
  }
}

/** Asks bureaus of credit histories for reports, as bytes of XML; throws `BureauUnavailable` when there was no answer. */
export interface BureauClient {
  readonly kind: 'SERVICE' | 'STAND_IN'
  ask(question: ReportQuestion, signal: AbortSignal): Promise<Uint8Array>
  /** Tells a bureau of a decision; answers the number under which it was taken. */
  tell(notice: NoticeToBureau, signal: AbortSignal): Promise<string>
}
