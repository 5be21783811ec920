import { FactCode, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type KeyboardEvent, useId } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { GroupSelect } from '#ui/select/group-select.tsx'
import { Icon } from '#ui/icon.tsx'
import type { OptionGroup } from '#ui/select/option-groups.ts'
import { SingleSelect } from '#ui/select/single-select.tsx'
import styles from './condition-builder.module.css'
import { type ConditionDrag, useConditionDrag } from './condition-drag.ts'
import { type GroupMode, levelOf } from './condition-tree.ts'
import { ValueInput } from './condition-value.tsx'
import {
  type FactPart,
  leafWithFact,
  leafWithPredicate,
  limitReason,
  maxDepth,
  predicateOptions,
  type Tree,
  type TreeIssues,
} from './condition-values.ts'
import { capital, type FactBook } from './fact-book.ts'
import { type TreeActions, useConditionTree } from './use-condition-tree.ts'

interface Shared {
  readonly tree: Tree
  /** What can be asked about, under the headings of its sections. */
  readonly groups: readonly OptionGroup[]
  readonly book: FactBook
  readonly issues: TreeIssues
  readonly readOnly: boolean
  readonly actions: TreeActions
  readonly drag: ConditionDrag
}

const modeNames: Record<GroupMode, string> = { all: 'Все', any: 'Любое', none: 'Ни одного' }
const modeHints: Record<GroupMode, string> = {
  all: 'выполняются все условия',
  any: 'выполняется хотя бы одно условие',
  none: 'не выполняется ни одно из условий',
}

/** The handle of a part: dragged by the pointer, moved by the arrow keys. */
function Handle({ id, name, shared }: { id: string; name: string; shared: Shared }) {
  const move = (event: KeyboardEvent) => {
    const step = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (step !== undefined) {
      event.preventDefault()
      shared.actions.step(id, step)
    }
    if (event.key === 'Delete') {
      event.preventDefault()
      shared.actions.remove(id)
    }
  }
  return (
    <button
      type="button"
      className={styles.handle}
      data-handle=""
      aria-label={`Переместить: ${name}`}
      title="Перетащите или нажимайте стрелки вверх и вниз; Delete удаляет"
      onKeyDown={move}
      {...shared.drag.handle(id, name)}
    >
      <Icon name="drag" />
    </button>
  )
}

function Remove({ id, name, shared }: { id: string; name: string; shared: Shared }) {
  return (
    <Button look="quiet" aria-label={`Удалить: ${name}`} onClick={() => shared.actions.remove(id)}>
      <Icon name="trash" />
    </Button>
  )
}

function ModeSwitch({ group, shared, root }: { group: Tree; shared: Shared; root: boolean }) {
  const name = useId()
  return (
    <fieldset className={styles.mode} disabled={shared.readOnly}>
      <legend className="visually-hidden">
        {root ? 'Как сочетаются условия' : 'Как сочетаются условия группы'}
      </legend>
      {(Object.keys(modeNames) as GroupMode[]).map((mode) => (
        <label key={mode}>
          <input
            type="radio"
            name={name}
            value={mode}
            checked={group.mode === mode}
            onChange={() => shared.actions.setMode(group.id, mode)}
          />
          <span>{modeNames[mode]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The comparison and the value of a question whose fact is chosen. */
function Comparison({
  part,
  fact,
  shared: { book, actions, readOnly, issues },
  described,
}: {
  part: FactPart
  fact: FactCode
  shared: Shared
  described: { 'aria-describedby'?: string }
}) {
  const comparisons = predicateOptions(fact)
  const hasValue = part.predicate !== 'IS_NULL' && part.predicate !== 'IS_NOT_NULL'
  return (
    <>
      {comparisons.length > 1 && (
        <SingleSelect
          aria-label={`Сравнение: ${factOf(fact).label}`}
          options={comparisons}
          value={part.predicate}
          disabled={readOnly}
          onChange={(code) => {
            const chosen = comparisons.find((one) => one.code === code)
            if (chosen) actions.change(part.id, leafWithPredicate(part, chosen.code))
          }}
        />
      )}
      {hasValue && (
        <div className={comparisons.length > 1 ? undefined : styles.wide}>
          <ValueInput
            code={fact}
            several={part.predicate === 'IN'}
            value={part.value}
            book={book}
            disabled={readOnly}
            invalid={issues[part.id]?.field === 'value'}
            {...described}
            onChange={(value) => actions.change(part.id, { value })}
          />
        </div>
      )}
    </>
  )
}

function FactRow({ part, shared }: { part: FactPart; shared: Shared }) {
  const { groups, actions, readOnly, issues } = shared
  const fact = part.fact === '' ? null : part.fact
  const name = fact ? factOf(fact).label : 'новое условие'
  const issue = issues[part.id]
  const noteId = useId()
  const described = issue ? { 'aria-describedby': noteId } : {}
  // A fact that may not be asked here still shows its name, so that it can be seen what is wrong.
  const known = groups.some(({ options }) => options.some(({ code }) => code === fact))
  const own = fact && !known ? [{ label: 'Не подходит', options: [{ code: fact, name: capital(name) }] }] : []
  return (
    <div className={styles.fact}>
      {!readOnly && <Handle id={part.id} name={name} shared={shared} />}
      <div className={styles.fields}>
        <GroupSelect
          aria-label="Признак"
          groups={[...own, ...groups]}
          value={fact}
          placeholder="Выберите признак"
          disabled={readOnly}
          invalid={issue?.field === 'fact'}
          {...described}
          onChange={(code) => {
            const chosen = FactCode.safeParse(code)
            if (chosen.success) actions.change(part.id, leafWithFact(chosen.data))
          }}
        />
        {fact && <Comparison part={part} fact={fact} shared={shared} described={described} />}
        {issue && (
          <p id={noteId} className={styles.issue}>
            {issue.message}
          </p>
        )}
      </div>
      {!readOnly && <Remove id={part.id} name={name} shared={shared} />}
    </div>
  )
}

function Additions({ group, shared }: { group: Tree; shared: Shared }) {
  const { tree, actions, drag } = shared
  const place = { groupId: group.id, at: group.items.length }
  const full = limitReason(tree)
  const deep = levelOf(tree, group.id) >= maxDepth ? `Не более ${maxDepth} уровней вложенности` : null
  return (
    <div className={styles.additions} {...drag.foot(place)}>
      <Button look="link" disabledReason={full} onClick={() => actions.addFact(group.id)}>
        <Icon name="plus" /> Условие
      </Button>
      <Button look="link" disabledReason={full ?? deep} onClick={() => actions.addGroup(group.id)}>
        <Icon name="plus" /> Группа
      </Button>
    </div>
  )
}

/** Where a dragged part would go. */
const dropAt = (shared: Shared, groupId: string, at: number) =>
  shared.drag.over?.groupId === groupId && shared.drag.over.at === at

function GroupBox({ group, shared, root = false }: { group: Tree; shared: Shared; root?: boolean }) {
  const { readOnly, issues, drag } = shared
  const name = `группа «${modeNames[group.mode]}»`
  const issue = issues[group.id]
  return (
    <div
      className={cx(styles.group, styles[group.mode])}
      role="group"
      aria-label={root ? 'Условие' : `Вложенная ${name}`}
      {...(root ? { 'data-part': group.id } : {})}
    >
      <div className={styles.head}>
        {!root && !readOnly && <Handle id={group.id} name={name} shared={shared} />}
        <ModeSwitch group={group} shared={shared} root={root} />
        <span className="muted small">{modeHints[group.mode]}</span>
        {!root && !readOnly && (
          <span className={styles.end}>
            <Remove id={group.id} name={name} shared={shared} />
          </span>
        )}
      </div>
      <ul className={styles.items}>
        {group.items.map((item, at) => (
          <li
            key={item.id}
            data-part={item.id}
            className={cx(
              dropAt(shared, group.id, at) && styles.above,
              at === group.items.length - 1 && dropAt(shared, group.id, at + 1) && styles.below,
            )}
            {...drag.target({ groupId: group.id, at })}
          >
            {item.kind === 'group' ? (
              <GroupBox group={item} shared={shared} />
            ) : (
              <FactRow part={item} shared={shared} />
            )}
          </li>
        ))}
      </ul>
      {issue && <p className={styles.issue}>{issue.message}</p>}
      {!readOnly && <Additions group={group} shared={shared} />}
    </div>
  )
}

/** The condition of a rule, put together without code: groups, facts, comparisons and values. */
export function ConditionBuilder({
  tree,
  onChange,
  groups,
  book,
  issues,
  readOnly,
}: {
  tree: Tree
  onChange: (tree: Tree) => void
  /** What can be asked about a case, by section. */
  groups: readonly OptionGroup[]
  /** Names of values. */
  book: FactBook
  /** What is wrong, by the id of its part. */
  issues: TreeIssues
  readOnly: boolean
}) {
  const { box, said, actions } = useConditionTree(tree, onChange)
  const drag = useConditionDrag(actions.moveTo)
  const shared: Shared = { tree, groups, book, issues, readOnly, actions, drag }
  return (
    <div ref={box} className={styles.builder}>
      <GroupBox group={tree} shared={shared} root />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}
