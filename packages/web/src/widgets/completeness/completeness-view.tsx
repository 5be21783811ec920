import type {
  Completeness,
  CompletenessGroup,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { documentStages } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf, plural } from '#lib/plural.ts'
import { Empty } from '#ui/empty.tsx'
import { Fold } from '#ui/fold.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './completeness-view.module.css'
import { CompletenessRing } from './completeness-ring.tsx'
import {
  blockersOf,
  isUnchecked,
  missingOf,
  nextStage,
  type PartOfCase,
  partsOf,
  requirementParts,
  totalsText,
} from './completeness-words.ts'
import { type RequirementActions, RequirementItem } from './requirement-item.tsx'

/** What is in the way of the stage in front of the case, in one line. */
function gateText(completeness: Completeness): string {
  const stage = nextStage(completeness)
  if (!stage) return 'Все этапы открыты: ничего не мешает.'
  const { missing, waiting } = missingOf(blockersOf(completeness, stage))
  const parts = [
    missing.length > 0 && `не хватает ${countOf(missing.length, 'документа', 'документов', 'документов')}`,
    waiting > 0 &&
      `${countOf(waiting, 'документ загружен и ждёт', 'документа загружены и ждут', 'документов загружены и ждут')} проверки`,
    stage.undecided > 0 &&
      `${countOf(stage.undecided, 'требование', 'требования', 'требований')} ${plural(stage.undecided, 'не решено', 'не решены', 'не решены')}: не хватает данных`,
  ].filter((part) => part !== false)
  return `До этапа «${stage.name}»: ${parts.join('; ')}.`
}

function Summary({ completeness }: { completeness: Completeness }) {
  const { percent, providedPercent, on, stage } = completeness
  const next = nextStage(completeness)
  const missing = next ? missingOf(blockersOf(completeness, next)).missing.length : 0
  return (
    <div className={styles.summary}>
      <CompletenessRing percent={percent} provided={providedPercent} />
      <div>
        <p className={styles.totals}>{totalsText(completeness)}</p>
        <p className="muted small">
          {stage && `Этап «${documentStages[stage].name}» на ${formatDate(on)}. `}
          {gateText(completeness)}
        </p>
      </div>
      {missing > 0 && <Tag tone="red">Не хватает {missing}</Tag>}
    </div>
  )
}

function Stages({ stages, current }: { stages: Completeness['stages']; current: Completeness['stage'] }) {
  return (
    <ol className={styles.stages} aria-label="Этапы">
      {stages.map(({ stage, name, fulfilled, required, undecided, percent, open }) => (
        <li key={stage} aria-current={stage === current ? 'step' : undefined}>
          <span className={styles.stageName}>
            {name}
            {stage === current && <Tag>сейчас</Tag>}
          </span>
          <span className={styles.bar} aria-hidden="true">
            <i style={{ width: `${percent}%` }} />
          </span>
          <span className={styles.stageCount}>
            {open
              ? 'открыт'
              : `${fulfilled} из ${required}${undecided > 0 ? `, не решено ${undecided}` : ''}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Group({
  group,
  blocking,
  ...actions
}: { group: CompletenessGroup; blocking: ReadonlySet<string> } & RequirementActions) {
  const { participant, requirements } = group
  return (
    <>
      <h4 className={styles.group}>
        {group.name}
        {participant?.name && <span> {participant.name}</span>}
      </h4>
      <ul className={styles.list} aria-label={[group.name, participant?.name].filter(Boolean).join(' ')}>
        {requirements.map((requirement) => (
          <RequirementItem
            key={requirement.key}
            requirement={requirement}
            participant={participant}
            blocks={blocking.has(requirement.key)}
            {...actions}
          />
        ))}
      </ul>
    </>
  )
}

/** What must be told before the set can be trusted. */
function Unclear({ completeness }: { completeness: Completeness }) {
  const { unplaced, participantsKnown } = completeness
  if (unplaced.length === 0 && participantsKnown) return null
  return (
    <div className={styles.unclear}>
      {!participantsKnown && <p>Состав участников не известен: требования к ним могут измениться.</p>}
      {unplaced.length > 0 && (
        <p>Не указано, чьи документы: {unplaced.map(({ title }) => title).join(', ')}. Укажите участника.</p>
      )}
    </div>
  )
}

/** The facts that are worth finding out: each decides something. */
function factsNote({ openFacts }: Completeness): string | undefined {
  if (openFacts.length === 0) return undefined
  const named = openFacts.slice(0, 6).map(({ label, requirements }) => `${label} (${requirements})`)
  return `Не известно: ${named.join(', ')}${openFacts.length > 6 ? ` и ещё ${openFacts.length - 6}` : ''}`
}

function noteOf({ part, requirements }: PartOfCase, completeness: Completeness): string | undefined {
  if (part === 'WAITING') return factsNote(completeness)
  const unchecked = requirements.filter(isUnchecked).length
  return part === 'RECEIVED' && unchecked > 0
    ? `${plural(unchecked, 'ждёт', 'ждут', 'ждут')} проверки ${unchecked}`
    : undefined
}

const standsOpen = {
  /** Who brings documents. */
  applicant: ({ part }) => part === 'NOW',
  /** Whom a document that has been brought waits for. */
  reviewer: ({ part, requirements }) =>
    part === 'NOW' || (part === 'RECEIVED' && requirements.some(isUnchecked)),
  /** Who looks at what the rules answer. */
  editor: ({ part }) => part !== 'SPARED',
} as const satisfies Record<string, (one: PartOfCase) => boolean>

/** Who looks at a set of documents: it decides what stands open until the person folds or unfolds it. */
export type CompletenessReader = keyof typeof standsOpen

/** The whole answer about a case's documents: how far, what is needed now, and the rest folded with counts. */
export function CompletenessView({
  completeness,
  reader,
  ...actions
}: { completeness: Completeness; reader: CompletenessReader } & RequirementActions) {
  const { ownerType, ownerId, stages, stage } = completeness
  const parts = partsOf(completeness, (id) => actions.foreign?.has(id) === true)
  const blocking = new Set(nextStage(completeness)?.blockedBy)
  const memory = `completeness ${reader} ${ownerType} ${ownerId}`
  return (
    <>
      <Summary completeness={completeness} />
      <Unclear completeness={completeness} />
      {parts.length === 0 && <Empty title="Правила ничего не требуют" />}
      {parts.map((one) => (
        <Fold
          key={one.part}
          name={requirementParts[one.part]}
          count={one.requirements.length}
          note={noteOf(one, completeness)}
          memory={`${memory} ${one.part}`}
          opensItself={standsOpen[reader](one)}
        >
          {one.groups.map((group) => (
            <Group
              key={`${group.code} ${group.participant?.key ?? ''}`}
              group={group}
              blocking={one.part === 'NOW' ? new Set() : blocking}
              {...actions}
            />
          ))}
        </Fold>
      ))}
      {stages.length > 0 && (
        <Fold
          name="Этапы"
          count={stages.length}
          note={`открыто ${stages.filter(({ open }) => open).length}`}
          memory={`${memory} stages`}
        >
          <Stages stages={stages} current={stage} />
        </Fold>
      )}
    </>
  )
}
