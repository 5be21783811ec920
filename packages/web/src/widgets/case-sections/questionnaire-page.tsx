import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import type { Topic } from '@ipoteka-office/contract/cases/types/case-type.ts'
import {
  SectionCode,
  sectionLock,
  sectionNames,
  sectionsOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { hasSection } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { type ReactNode, useState } from 'react'
import { PageSkeleton } from '#ui/loader.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import type { HeadFact } from '../case/case-head.tsx'
import { CasePage } from '../case/case-page.tsx'
import type { SectionMark } from '../case/section-list.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { OpenFormsProvider, useNewOpenForms } from '../record/open-forms.ts'
import styles from './case-sections.module.css'
import { EarlierAnswers } from './earlier-answers.tsx'
import type { OpenPlace } from './open-place.ts'
import { ParticipantsList } from './participants-list.tsx'
import { present, type Questionnaire, sectionIn, useQuestionnaire } from './questionnaire-data.ts'
import type { FixedFields } from './fixed-fields.ts'
import { SectionForm } from './section-form.tsx'
import { SectionRemarks, useOpenRemarks } from './section-remarks.tsx'
import { gapsOf, participantLabel, topicLinks, topicOf, topicsOf } from './topics.ts'

/** Leads to a field: from a gap, a rule of the programme, a remark. */
export type GoToField = (section: string, participantId: number | null, field?: string) => void

/** What a page of a case with a questionnaire adds to it. */
export interface QuestionnairePageProps {
  readonly head: CaseHead
  readonly path: string
  readonly place: OpenPlace
  readonly onPlace: (place: OpenPlace) => void
  readonly facts?: (questionnaire: Questionnaire) => readonly HeadFact[]
  readonly notice?: ReactNode
  /** Fields of the terms of the loan that nobody types. */
  readonly fixed?: FixedFields | undefined
  readonly handlers?: Readonly<Record<string, (action: AllowedAction) => void>>
  /** Under the first fields of a section, by what is typed there. */
  readonly after?: (
    section: SectionCode,
    typed: SectionValues,
    all: Questionnaire,
    go: GoToField,
  ) => ReactNode
  /** Before or in place of the form of a topic: documents, the check before sending, objects. */
  readonly content: (topic: Topic, questionnaire: Questionnaire, go: GoToField) => ReactNode
  /** Marks of topics that are no sections, e.g. documents. */
  readonly marks?: Readonly<Record<string, SectionMark | null>>
  readonly documents?: ReactNode
  /** The content takes the whole width. */
  readonly room?: boolean
}

interface TopicProps extends QuestionnairePageProps {
  readonly questionnaire: Questionnaire
  readonly topic: Topic
  readonly participantId: number | null
  readonly focus: { section: string; field: string } | null
  readonly onFocused: () => void
  readonly go: GoToField
}

/** Who of the participants the topic is about now. */
function chosenPerson({ topic, questionnaire, participantId }: TopicProps): number | null {
  const people = present(questionnaire)
  const [main, ...others] = people
  if (topic.who === 'CASE') return null
  if (topic.who === 'MAIN') return main?.id ?? null
  const among = topic.who === 'OTHERS' ? others : people
  return (among.find(({ id }) => id === participantId) ?? among[0])?.id ?? null
}

function PeopleTabs({ props, chosen }: { props: TopicProps; chosen: number }) {
  const { questionnaire, topic, onPlace } = props
  const people = present(questionnaire).filter(({ role }) =>
    topic.sections.some((code) => hasSection(code, role)),
  )
  if (people.length < 2) return null
  return (
    <TabsWithCounts
      label="Участник"
      tabs={people.map(({ id, name, roleName }) => {
        const gaps = gapsOf(questionnaire, topic.sections, id)
        return {
          key: String(id),
          label: participantLabel(name, roleName),
          count: gaps > 0 ? gaps : undefined,
        }
      })}
      value={String(chosen)}
      onChange={(id) => onPlace({ section: topic.key, participant: Number(id) })}
    />
  )
}

/** Whether the section may be changed now: the case may be, and the stage leaves this section open. */
function editableOf({ editable, type, stage }: CaseHead, code: SectionCode): CaseHead['editable'] {
  const lock = editable.enabled ? sectionLock(type, stage, code) : null
  return lock === null ? editable : { enabled: false, reasonDisabled: lock }
}

function TopicForms({ props, chosen }: { props: TopicProps; chosen: number | null }) {
  const { head, questionnaire, topic, focus, onFocused, fixed, after, go } = props
  return topic.sections.map((code) => {
    const section = sectionIn(questionnaire, code, chosen)
    if (!section) return null
    return (
      <SectionForm
        key={`${code} ${chosen}`}
        caseId={head.id}
        questionnaire={questionnaire}
        section={section}
        editable={editableOf(head, code)}
        focus={focus?.section === code ? focus.field : null}
        onFocused={onFocused}
        fixed={code === 'CREDIT' || code === 'LOAN' ? fixed : undefined}
        {...(after && { after: (typed: SectionValues) => after(code, typed, questionnaire, go) })}
      />
    )
  })
}

const savesOf = ({ answer }: Questionnaire, participantId: number) =>
  answer.sections.reduce((sum, one) => sum + (one.participantId === participantId ? one.version : 0), 0)

function TopicContent(props: TopicProps) {
  const { head, questionnaire, topic, onPlace, content, go } = props
  const chosen = chosenPerson(props)
  const remarks = useOpenRemarks(head.id).filter(
    ({ section }) => section === topic.key || topic.sections.some((code) => code === section),
  )
  return (
    <div className={styles.topic}>
      <SectionRemarks remarks={remarks} />
      {topic.who === 'EACH' && chosen !== null && <PeopleTabs props={props} chosen={chosen} />}
      {topic.who === 'OTHERS' && (
        <ParticipantsList
          caseId={head.id}
          questionnaire={questionnaire}
          editable={editableOf(head, 'PERSONAL')}
          current={chosen}
          onOpen={(id) => onPlace({ section: topic.key, participant: id })}
        />
      )}
      {chosen !== null && (
        <EarlierAnswers
          key={`earlier ${chosen}`}
          caseId={head.id}
          participantId={chosen}
          sections={topic.sections}
          saves={savesOf(questionnaire, chosen)}
          editable={editableOf(head, 'PERSONAL')}
        />
      )}
      {(chosen !== null || topic.who === 'CASE') && <TopicForms props={props} chosen={chosen} />}
      {content(topic, questionnaire, go)}
    </div>
  )
}

/** The page of a case with a questionnaire: topics at the left, forms of the open one, everything saved by itself. */
export function QuestionnairePage(props: QuestionnairePageProps) {
  const { questionnaire, error, retry } = useQuestionnaire(props.head.id)
  if (questionnaire) return <Loaded {...props} questionnaire={questionnaire} />
  return error ? <FailureBlock failure={error} onRetry={retry} /> : <PageSkeleton kind="form" />
}

function Loaded(props: QuestionnairePageProps & { questionnaire: Questionnaire }) {
  const {
    head,
    path,
    place,
    onPlace,
    questionnaire,
    facts,
    notice,
    handlers,
    marks = {},
    documents,
    room,
  } = props
  const forms = useNewOpenForms(['section', 'participant'])
  const [focus, setFocus] = useState<{ section: string; field: string } | null>(null)
  const topics = topicsOf(questionnaire.answer.type)
  const wanted = SectionCode.safeParse(place.section)
  const topic =
    topics.find(({ key }) => key === place.section) ??
    (wanted.success ? topicOf(questionnaire, wanted.data, place.participant ?? null).topic : topics[0])
  const go: GoToField = (section, participantId, field) => {
    const found = topicOf(questionnaire, section, participantId)
    onPlace({
      section: found.topic.key,
      ...(found.participantId !== null && { participant: found.participantId }),
    })
    if (field !== undefined) setFocus({ section, field })
  }
  if (!topic) return null
  return (
    <OpenFormsProvider value={forms}>
      <CasePage
        head={head}
        facts={facts?.(questionnaire) ?? []}
        sections={topicLinks(questionnaire, ({ key }) => `${path}?section=${key}`, marks)}
        section={topic.key}
        onSection={(key) => go(key, null)}
        remarkSections={[...sectionsOf(head.type), 'PARTICIPANTS', 'DOCUMENTS'].map((key) => ({
          key,
          label: sectionNames[key] ?? key,
        }))}
        beforeMove={forms.saveAll}
        notice={notice}
        documents={documents}
        room={room ?? false}
        {...(handlers && { handlers })}
      >
        <TopicContent
          {...props}
          topic={topic}
          participantId={place.participant ?? null}
          focus={focus}
          onFocused={() => setFocus(null)}
          go={go}
        />
      </CasePage>
    </OpenFormsProvider>
  )
}
