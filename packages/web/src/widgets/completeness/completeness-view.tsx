import type {
  Completeness,
  CompletenessGroup,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { documentStages } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { useId } from 'react'
import { formatDate } from '#lib/dates.ts'
import { countOf, plural } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Tag } from '#ui/tag.tsx'
import styles from './completeness.module.css'
import { CompletenessRing } from './completeness-ring.tsx'
import {
  blockersOf,
  documentsText,
  missingOf,
  nextStage,
  splitNeeds,
  totalsText,
} from './completeness-words.ts'
import { type RequirementActions, RequirementItem } from './requirement-item.tsx'

type Ids = (key: string) => string

/** What is in the way of the stage in front of the case; each entry leads to its requirement. */
function Gate({ completeness, idOf }: { completeness: Completeness; idOf: Ids }) {
  const stage = nextStage(completeness)
  if (!stage) return <p className={styles.open}>Все этапы открыты: ничего не мешает.</p>
  const blockers = blockersOf(completeness, stage)
  const { missing, waiting } = missingOf(blockers)
  return (
    <div className={styles.gate}>
      {missing.length > 0 && (
        <p>
          До этапа «{stage.name}» не хватает{' '}
          {countOf(missing.length, 'документа', 'документов', 'документов')}:
        </p>
      )}
      <ul>
        {missing.slice(0, 5).map((requirement) => (
          <li key={requirement.key}>
            <Button
              look="link"
              onClick={() => {
                const target = document.getElementById(idOf(requirement.key))
                target?.scrollIntoView({ block: 'center' })
                target?.focus()
              }}
            >
              {documentsText(requirement.documents)}
            </Button>
          </li>
        ))}
        {missing.length > 5 && <li className="muted">и ещё {missing.length - 5}</li>}
      </ul>
      {waiting > 0 && (
        <p className="muted">
          {missing.length === 0 && `До этапа «${stage.name}»: `}
          {countOf(
            waiting,
            'документ загружен и ждёт',
            'документа загружены и ждут',
            'документов загружены и ждут',
          )}{' '}
          проверки.
        </p>
      )}
      {stage.undecided > 0 && (
        <p className="muted">
          {blockers.length === 0 && `Этап «${stage.name}»: `}
          {countOf(stage.undecided, 'требование', 'требования', 'требований')}{' '}
          {plural(stage.undecided, 'не решено', 'не решены', 'не решены')}: не хватает данных.
        </p>
      )}
    </div>
  )
}

function Stages({ stages, current }: { stages: Completeness['stages']; current: Completeness['stage'] }) {
  if (stages.length === 0) return null
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
  idOf,
  blocking,
  ...actions
}: { group: CompletenessGroup; idOf: Ids; blocking: ReadonlySet<string> } & RequirementActions) {
  const titleId = useId()
  const { needed, waiting, spared } = splitNeeds(group)
  const { participant } = group
  const item = (requirement: CompletenessGroup['requirements'][number]) => (
    <RequirementItem
      key={requirement.key}
      id={idOf(requirement.key)}
      requirement={requirement}
      participant={participant}
      blocks={blocking.has(requirement.key)}
      {...actions}
    />
  )
  return (
    <section className={styles.group} aria-labelledby={titleId}>
      <h3 id={titleId}>
        {group.name}
        {participant?.name && <span className="muted"> {participant.name}</span>}
      </h3>
      {needed.length > 0 && <ul className={styles.list}>{needed.map(item)}</ul>}
      {waiting.length > 0 && (
        <details className={styles.sparedBox} open={needed.length === 0 && waiting.length <= 5}>
          <summary>Зависят от данных: {waiting.length}</summary>
          <ul className={styles.list}>{waiting.map(item)}</ul>
        </details>
      )}
      {spared.length > 0 && (
        <details className={styles.sparedBox}>
          <summary>Не нужны: {spared.length}</summary>
          <ul className={styles.list}>{spared.map(item)}</ul>
        </details>
      )}
    </section>
  )
}

/** What is not known and decides something, so that it can be found out. */
function OpenFacts({ completeness }: { completeness: Completeness }) {
  const { openFacts, unplaced, participantsKnown } = completeness
  if (openFacts.length === 0 && unplaced.length === 0 && participantsKnown) return null
  return (
    <div className={styles.openFacts}>
      {openFacts.length > 0 && (
        <p>
          Не известно:{' '}
          {openFacts
            .slice(0, 6)
            .map(({ label, requirements }) => `${label} (${requirements})`)
            .join(', ')}
          {openFacts.length > 6 && ` и ещё ${openFacts.length - 6}`}
        </p>
      )}
      {!participantsKnown && <p>Состав участников не известен: требования к ним могут измениться.</p>}
      {unplaced.length > 0 && (
        <p>Не указано, чьи документы: {unplaced.map(({ title }) => title).join(', ')}. Укажите участника.</p>
      )}
    </div>
  )
}

/** The whole answer about a case's documents: how far, what is in the way, and every requirement with its reason. */
export function CompletenessView({
  completeness,
  ...actions
}: { completeness: Completeness } & RequirementActions) {
  const prefix = useId()
  const keys = completeness.groups.flatMap(({ requirements }) => requirements.map(({ key }) => key))
  const idOf: Ids = (key) => `${prefix}-${keys.indexOf(key)}`
  const stage = nextStage(completeness)
  const blocking = new Set(stage?.blockedBy)
  const shown = completeness.groups.filter(({ requirements }) => requirements.length > 0)
  return (
    <div className={styles.view}>
      <div className={styles.summary}>
        <CompletenessRing percent={completeness.percent} provided={completeness.providedPercent} />
        <div>
          <p className={styles.totals}>
            {totalsText(completeness)}
            <span className="muted small">
              {' '}
              на {formatDate(completeness.on)}
              {completeness.stage && ` · этап «${documentStages[completeness.stage].name}»`}
            </span>
          </p>
          <Gate completeness={completeness} idOf={idOf} />
        </div>
      </div>
      <Stages stages={completeness.stages} current={completeness.stage} />
      <OpenFacts completeness={completeness} />
      {shown.length === 0 && <Empty title="Правила ничего не требуют" />}
      {shown.map((group) => (
        <Group
          key={`${group.code} ${group.participant?.key ?? ''}`}
          group={group}
          idOf={idOf}
          blocking={blocking}
          {...actions}
        />
      ))}
    </div>
  )
}
