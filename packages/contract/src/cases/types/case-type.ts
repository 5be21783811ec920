import type { SectionCode } from '../case-sections.ts'
import type { DocumentStage } from '#document-rules/document-rule-content.ts'
import type { Machine } from '#machines/machine.ts'

/** A tab of a list: some of its types, or of their stages. */
export interface ListTab {
  readonly name: string
  /** Types of cases that it shows; all of the list's when absent. */
  readonly types?: readonly string[]
  /** Stages in which it shows them; all when absent. */
  readonly stages?: readonly string[]
}

/** A list of cases with a page of its own. Types that name the same list stand in it together. */
export interface CaseListDefinition {
  /** In the addresses of calls. */
  readonly code: string
  readonly title: string
  /** Type of the object whose operations `List` and `Export` open it. */
  readonly object: string
  /** In the figures of the desktop. */
  readonly shortTitle: string
  /** Address of the page; a tab and «archived or not» follow it where the list has tabs. */
  readonly path: string
  /** Where the main menu has it: the label of a group, its place among the lists there, its label there if not the title. */
  readonly menu: { readonly group: string; readonly place: number; readonly label?: string }
  readonly tabs?: Readonly<Record<string, ListTab>>
  /** The tab whose cases are decided on; decisions by day are shown of these alone. Absent: all are. */
  readonly decidedTab?: string
  /** The desktop shows a chart of it by day: cases that came, were approved, were refused. */
  readonly charted: boolean
  /** What the column of programmes is called, and the dictionary of its codes. */
  readonly programmes: { readonly label: string; readonly dictionary: string }
  /** Columns that the list has beside those of all lists. */
  readonly ownColumns?: readonly string[]
  /** Columns that are not shown until somebody chooses them. */
  readonly hiddenColumns?: readonly string[]
  /** What an empty list says, and its archive. */
  readonly empty: readonly [active: string, archive: string]
  /** What the list is for, in a sentence: told where it is empty. */
  readonly about: string
}

/** A page of a questionnaire: what the list on the left opens. */
export interface Topic {
  readonly key: string
  readonly label: string
  readonly sections: readonly SectionCode[]
  /** Whose: nobody's but the case's, the main borrower, the others, or each in a tab of their own. */
  readonly who: 'CASE' | 'MAIN' | 'OTHERS' | 'EACH'
}

/** Documents of the cases of a type. */
export interface CaseDocuments<S extends string = string> {
  /** Code of the owner of documents; its id is that of the case. */
  readonly owner: string
  /** What the owner is called before the number of the case. */
  readonly ownerName: string
  /** What is needed beside `Document.*` to read them and to change them. */
  readonly rights: Readonly<Record<'read' | 'write', Readonly<Record<string, readonly string[]>>>>
  /** The address where the documents of a case are shown; that of the case when absent. */
  readonly path?: string
  /** Where the rules of documents ask for any: stages of documents by stages of the case. */
  readonly rules?: {
    /** Which stage of documents a case is at. */
    readonly at: Readonly<Partial<Record<S, DocumentStage>>>
    /** The stage of documents in every other stage of the case. */
    readonly otherwise: DocumentStage
    /** Which stage of documents opens with the move out of a stage. */
    readonly after: Readonly<Partial<Record<S, DocumentStage>>>
    /** Documents that the client has brought as a lead come along: the answer tells which of them are of use. */
    readonly takesOverFromLead?: true
  }
}

/** The questionnaire of the cases of a type. */
export interface CaseQuestions<S extends string = string> {
  /** Its sections, in the order in which they are asked. */
  readonly sections: readonly SectionCode[]
  /** Its pages. */
  readonly topics: readonly Topic[]
  /** Stages in which only some of the sections may still be written, and the reason for the others. */
  readonly lock?: {
    readonly stages: readonly S[]
    readonly open: readonly SectionCode[]
    readonly reason: string
  }
}

/** What cases of a type are about: a credit on the security of an object, one without, or none so far. */
export type CaseProduct = 'MORTGAGE' | 'CASH_LOAN'

/** How people begin a case. */
export interface CaseCreation {
  /** Of the button. */
  readonly text: string
  /** What it needs of the type's operations, all of them, and what is said without them. */
  readonly operations: readonly string[]
  readonly refusal: string
  /** Asked for in a dialog that the pages of the type register; otherwise on the page `<path>/new`. */
  readonly inDialog?: true
}

/**
 * A type of cases: all that differs between the types and that both browser and server know. Lists, links, topics, tallies,
 * search, desktop, tasks and rights are derived of it; `S` are the states of its machine.
 */
export interface CaseTypeDefinition<S extends string = string> {
  readonly name: string
  /** Several of them. */
  readonly plural: string
  /** What a remark and the history call a case of the type. */
  readonly word: string
  /** Of its numbers: `И-26-000123`. One or more letters that no other type has. */
  readonly prefix: string
  /** Address of the page where a case is decided on, without the id; absent: nothing is decided. */
  readonly decisionPath?: string
  /** Address of the page of a case, without the id. */
  readonly path: string
  /** Type of the object in the list of rights, and its operations with their labels. */
  readonly object: string
  readonly operations: Readonly<Record<string, string>>
  readonly list: CaseListDefinition
  /** Absent: cases of the type come of others alone. */
  readonly create?: CaseCreation
  readonly product: CaseProduct | null
  /** The rules of their assignment stand with those of leads; with those of applications when absent. */
  readonly distributedWith?: 'LEADS'
  /** Requests that clients leave on the page of a QR code become such cases. */
  readonly takesQrRequests?: true
  readonly questions?: CaseQuestions<S>
  /** Places in a case that remarks and the history tell of beside the sections, by codes of `sectionNames`. */
  readonly places?: readonly string[]
  readonly documents: CaseDocuments<S>
  /** Where in a case the task of a stage is done; the others are done where its page opens. */
  readonly workPlaces: Readonly<Partial<Record<S, string>>>
  /** Stages whose tasks the queue of approvers gives out: nobody takes or hands them over from the list of tasks. */
  readonly queuedStages?: readonly S[]
  /** Another system hands in cases of the type, and these have no questionnaire. */
  readonly isHandedIn?: true
}

/** Declares a type of cases by its machine; stages that the machine does not have are refused by the compiler. */
export const caseType = <
  const S extends string,
  const A extends string,
  const G extends string,
  const D extends CaseTypeDefinition<NoInfer<S>>,
>(
  machine: Machine<S, A, G>,
  definition: D,
): D & { readonly machine: Machine<S, A, G> } => ({ ...definition, machine })
