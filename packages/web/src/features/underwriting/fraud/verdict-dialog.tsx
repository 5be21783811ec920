import { blacklistKinds } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  type FraudSheet,
  getFraudSheet,
  giveFraudVerdict,
} from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import {
  type FraudMeasure,
  type FraudSignalCode,
  type FraudVerdictCode,
  fraudMeasures,
  fraudSignals,
  fraudVerdicts,
  measuresOf,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { keyOf, mutation } from '#api/query.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './fraud.module.css'

interface Given {
  readonly verdict: FraudVerdictCode | null
  readonly measures: readonly FraudMeasure[]
  readonly signals: readonly FraudSignalCode[]
  readonly listed: readonly string[]
  readonly words: string
}

const toggled = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter((other) => other !== one) : [...all, one]

/** Why the verdict cannot be given as it stands; null: it can. */
function lackOf({ verdict, measures, listed, words }: Given): string | null {
  if (verdict === null) return 'Выберите вердикт'
  if (measures.includes('BLACKLIST') && listed.length === 0) return 'Выберите, кого внести в чёрный список'
  return words.trim() === '' ? 'Напишите, на чём основан вердикт' : null
}

function Box({
  checked,
  disabled = false,
  onChange,
  children,
}: {
  checked: boolean
  disabled?: boolean
  onChange: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <p className={styles.check}>
      <input id={id} type="checkbox" checked={checked} disabled={disabled} onChange={onChange} />
      <label htmlFor={id}>{children}</label>
    </p>
  )
}

function Listed({
  sheet,
  given,
  onChange,
}: {
  sheet: FraudSheet
  given: Given
  onChange: (given: Given) => void
}) {
  return (
    <fieldset className={styles.choices}>
      <legend>Кого внести: черновики записей, которые подтвердит другой сотрудник</legend>
      {sheet.candidates.map(({ key, kind, title, note, lacks }) => (
        <Box
          key={key}
          checked={given.listed.includes(key)}
          disabled={lacks !== null}
          onChange={() => onChange({ ...given, listed: toggled(given.listed, key) })}
        >
          {title}{' '}
          <span className="muted">{[blacklistKinds[kind], lacks ?? note].filter(Boolean).join(' · ')}</span>
        </Box>
      ))}
    </fieldset>
  )
}

/** The verdict of an investigation: what it is, what the bank does, on which signs it stands. */
export function VerdictDialog({ sheet, onClose }: { sheet: FraudSheet; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const fired = sheet.signals.filter(({ state }) => state === 'FIRED').map(({ code }) => code)
  const [given, setGiven] = useState<Given>({
    verdict: null,
    measures: [],
    signals: fired,
    listed: [],
    words: '',
  })
  const give = useMutation(mutation(giveFraudVerdict))
  const choose = (verdict: FraudVerdictCode) => {
    const may = measuresOf[verdict]
    const isProven = verdict === 'CONFIRMED'
    const measures = isProven
      ? may.filter((one) => one === 'REJECT' || (one === 'BLACKLIST' && sheet.listable.enabled))
      : given.measures.filter((one) => may.includes(one))
    const able = sheet.candidates.filter(({ lacks }) => lacks === null).map(({ key }) => key)
    setGiven({ ...given, verdict, measures, listed: measures.includes('BLACKLIST') ? able : [] })
  }
  const measure = (code: FraudMeasure) => {
    const measures = toggled(given.measures, code)
    setGiven({ ...given, measures, listed: measures.includes('BLACKLIST') ? given.listed : [] })
  }
  const send = async () => {
    if (given.verdict === null) return
    try {
      await give.mutateAsync({
        params: { id: String(sheet.caseId) },
        body: {
          verdict: given.verdict,
          measures: [...given.measures],
          signals: [...given.signals],
          listed: [...given.listed],
          words: given.words.trim(),
          lastId: sheet.verdicts[0]?.id ?? null,
        },
      })
      toast.success('Вердикт записан')
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    }
    await client.invalidateQueries({ queryKey: keyOf(getFraudSheet) })
  }
  const offered = given.verdict === null ? [] : measuresOf[given.verdict]
  return (
    <Dialog
      open
      size="large"
      title="Вердикт о мошенничестве"
      outside={given.words === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: 'Записать вердикт',
        onApprove: () => void send(),
        busy: give.isPending,
        disabledReason: lackOf(given),
      }}
    >
      <div className={styles.form}>
        <fieldset className={styles.choices}>
          <legend>Вердикт</legend>
          {(Object.keys(fraudVerdicts) as FraudVerdictCode[]).map((code) => (
            <p key={code} className={styles.check}>
              <input
                id={`${id}-${code}`}
                type="radio"
                name={id}
                checked={given.verdict === code}
                onChange={() => choose(code)}
              />
              <label htmlFor={`${id}-${code}`}>{fraudVerdicts[code]}</label>
            </p>
          ))}
        </fieldset>
        {offered.length > 0 && (
          <fieldset className={styles.choices}>
            <legend>Меры</legend>
            {offered.map((code) => (
              <Box
                key={code}
                checked={given.measures.includes(code)}
                disabled={code === 'BLACKLIST' && !sheet.listable.enabled}
                onChange={() => measure(code)}
              >
                {fraudMeasures[code]}
                {code === 'BLACKLIST' && !sheet.listable.enabled && (
                  <span className="muted"> {sheet.listable.reasonDisabled}</span>
                )}
              </Box>
            ))}
          </fieldset>
        )}
        {given.measures.includes('BLACKLIST') && <Listed sheet={sheet} given={given} onChange={setGiven} />}
        {fired.length > 0 && (
          <fieldset className={styles.choices}>
            <legend>На каких признаках основан</legend>
            {fired.map((code) => (
              <Box
                key={code}
                checked={given.signals.includes(code)}
                onChange={() => setGiven({ ...given, signals: toggled(given.signals, code) })}
              >
                {fraudSignals[code]}
              </Box>
            ))}
          </fieldset>
        )}
        <div>
          <label htmlFor={`${id}-words`}>На чём основан вердикт</label>
          <TextArea
            id={`${id}-words`}
            rows={4}
            value={given.words}
            onChange={(words) => setGiven({ ...given, words })}
            maxLength={4_000}
          />
          <p className="muted small">
            Вердикт не меняется и не удаляется: другой вердикт встанет на его место. Клиенту и партнёру эти
            слова не видны.
          </p>
        </div>
      </div>
    </Dialog>
  )
}
