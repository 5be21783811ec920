import {
  type AssignmentStrategy,
  hasWeights,
  type TargetKind,
  targetKinds,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { type AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import { useQuery } from '@tanstack/react-query'
import { findRuleTargets } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { useMemo, useRef, useState } from 'react'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import type { FormTarget } from './rule-values.ts'
import { searchTargets } from './target-search.ts'
import styles from './targets-field.module.css'

const kinds = (Object.keys(targetKinds) as TargetKind[]).map((code) => ({ code, name: targetKinds[code] }))
const weightNames = { SHARES: 'Доля, %', SKILL: 'Навык, 1–3' } as const

interface Props {
  readonly scope: AssignmentScope
  readonly strategy: AssignmentStrategy
  readonly value: readonly FormTarget[]
  readonly onChange: (value: FormTarget[]) => void
  readonly disabled: boolean
  readonly invalid: boolean
  readonly id: string
  readonly 'aria-describedby'?: string
}

/** One more person, group or branch. */
function Addition({ scope, strategy, value, onChange, id }: Props) {
  const [kind, setKind] = useState<TargetKind>(strategy === 'MANUAL' ? 'WORKGROUP' : 'EMPLOYEE')
  const shown = strategy === 'MANUAL' ? 'WORKGROUP' : kind
  const first = useQuery(query(findRuleTargets, { params: { scope }, query: { kind: shown } }))
  const seen = useRef(new Map<string, string>())
  const search = useMemo(() => {
    const find = searchTargets(scope, shown)
    return async (text: string, signal: AbortSignal) => {
      const found = await find(text, signal)
      for (const { code, name } of found) seen.current.set(code, name)
      return found
    }
  }, [scope, shown])
  const options = (first.data ?? []).map(({ id: code, name, note }) => ({
    code: String(code),
    name: note === '' ? name : `${name} — ${note}`,
  }))
  const add = (code: string | null) => {
    if (code === null || value.some((one) => one.kind === shown && String(one.id) === code)) return
    const named =
      options.find((option) => option.code === code)?.name ?? seen.current.get(code) ?? `№ ${code}`
    onChange([
      ...value,
      { kind: shown, id: Number(code), name: named.split(' — ')[0] ?? named, weight: null },
    ])
  }
  return (
    <div className={styles.addition}>
      {strategy !== 'MANUAL' && (
        <SingleSelect
          aria-label="Кого добавить"
          options={kinds}
          value={kind}
          onChange={(code) => setKind(kinds.find((one) => one.code === code)?.code ?? 'EMPLOYEE')}
        />
      )}
      <LookupSelect
        key={`${shown} ${value.length}`}
        id={id}
        aria-label={`Добавить: ${targetKinds[shown].toLocaleLowerCase('ru')}`}
        placeholder="Начните вводить название"
        options={options}
        search={search}
        value={null}
        onChange={add}
      />
    </div>
  )
}

/** People, groups and branches that a rule names; with shares or skills where the strategy asks for them. */
export function TargetsField(props: Props) {
  const { strategy, value, onChange, disabled } = props
  const weighs = hasWeights(strategy)
  const sum = value.reduce((all, { weight }) => all + (weight ?? 0), 0)
  const change = (at: number, weight: number | null) =>
    onChange(value.map((one, index) => (index === at ? { ...one, weight } : one)))
  return (
    <div className={styles.targets} aria-describedby={props['aria-describedby']}>
      <ul>
        {value.map((one, at) => (
          <li key={`${one.kind} ${one.id}`}>
            <span className={styles.name}>
              {one.name}
              <span className="muted small"> {targetKinds[one.kind].toLocaleLowerCase('ru')}</span>
            </span>
            {weighs && (
              <NumberInput
                aria-label={`${weightNames[strategy === 'SKILL' ? 'SKILL' : 'SHARES']}: ${one.name}`}
                value={one.weight}
                min={1}
                max={strategy === 'SKILL' ? 3 : 100}
                disabled={disabled}
                onChange={(weight) => change(at, weight)}
              />
            )}
            {!disabled && (
              <Button
                look="quiet"
                aria-label={`Убрать: ${one.name}`}
                onClick={() => onChange(value.filter((_, index) => index !== at))}
              >
                <Icon name="trash" />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {strategy === 'SHARES' && value.length > 0 && (
        <p className={sum === 100 ? 'muted small' : styles.wrong} role="status">
          Всего {sum} %{sum === 100 ? '' : ': должно быть 100 %'}
        </p>
      )}
      {!disabled && <Addition {...props} />}
    </div>
  )
}
