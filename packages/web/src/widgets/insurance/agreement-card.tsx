import {
  type Agreement,
  decideSurcharge,
  insuranceDocuments,
  insuranceInputs,
  moveAgreement,
  surchargeStates,
} from '@ipoteka-office/contract/insurance/agreements.ts'
import { agreementStates, type AgreementState } from '@ipoteka-office/contract/insurance/agreement-machine.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { listDocuments } from '@ipoteka-office/contract/documents/documents.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { HrefLink } from '../href-link.tsx'
import { WordsDialog } from '../words-dialog.tsx'
import styles from './insurance.module.css'

const OffersDialog = onDemand(async () => (await import('./offers-dialog.tsx')).OffersDialog)
const SurchargeSchedule = onDemand(async () => (await import('./surcharge-schedule.tsx')).SurchargeSchedule)
const PapersDialog = onDemand(async () => (await import('./papers-dialog.tsx')).PapersDialog)
const AgreementDialog = onDemand(async () => (await import('./agreement-dialog.tsx')).AgreementDialog)

const tones: Readonly<Partial<Record<AgreementState, Tone>>> = {
  OFFERED: 'amber',
  UNDERWRITING: 'blue',
  CALCULATED: 'blue',
  ISSUED: 'blue',
  PAID: 'blue',
  ACTIVE: 'green',
  EXPIRED: 'red',
  REFUSED: 'red',
}

type Opened =
  | { readonly kind: 'offers' | 'edit' | 'papers' }
  | { readonly kind: 'move'; readonly action: Action }
  | null
type Action = Agreement['actions'][number]

function Facts({ agreement }: { agreement: Agreement }) {
  const { number, documentKind, from, to, sum, premium, steps, inputMode, answer, documents } = agreement
  const { case: ofCase } = agreement
  return (
    <dl className={styles.facts}>
      {number !== '' && (
        <div>
          <dt>{insuranceDocuments[documentKind]}</dt>
          <dd>№ {number}</dd>
        </div>
      )}
      {from !== null && to !== null && (
        <div>
          <dt>Срок</dt>
          <dd>
            {formatDate(from)} – {formatDate(to)}
          </dd>
        </div>
      )}
      <div>
        <dt>Страховая сумма</dt>
        <dd>{formatMoney(sum)}</dd>
      </div>
      <div>
        <dt>Премия за год</dt>
        <dd>
          {formatMoney(premium)}
          <span className="under">
            {steps.length > 0
              ? steps.map(({ label, value }) => `${label}: ${value}`).join('; ')
              : premium !== null && insuranceInputs[inputMode].toLocaleLowerCase('ru')}
          </span>
        </dd>
      </div>
      {documents.length > 0 && (
        <div>
          <dt>Документы</dt>
          {documents.map(({ id, title, status }) => (
            <dd key={id}>
              <HrefLink href={`${casePath(ofCase.type, ofCase.id)}?section=DOCUMENTS&document=${id}`}>
                {title}
              </HrefLink>
              {status === 'REJECTED' && ' — отклонён'}
            </dd>
          ))}
        </div>
      )}
      {answer !== null && (
        <div>
          <dt>Ответ страховщика</dt>
          <dd>
            {answer.text} {answer.standIn && <Tag tone="amber">имитатор</Tag>}
          </dd>
        </div>
      )}
    </dl>
  )
}

const surchargeSteps = { CONFIRMED: 'Подтвердить надбавку', DECLINED: 'Отклонить надбавку' } as const

function Surcharge({ agreement, onChanged }: { agreement: Agreement; onChanged: () => void }) {
  const [asked, setAsked] = useState<'CONFIRMED' | 'DECLINED' | null>(null)
  const [isOpened, setOpened] = useState(false)
  const rights = useRights()
  const { surcharge } = agreement
  if (surcharge === null) return null
  const mayDecide = surcharge.state === 'PROPOSED' && rights.mayCall(decideSurcharge)
  const params = { id: String(agreement.id) }
  return (
    <div className="notice" role="status">
      Надбавка к ставке {surcharge.percent.replace('.', ',')}&nbsp;п.п. с {formatDate(surcharge.from)}:{' '}
      {surchargeStates[surcharge.state].toLocaleLowerCase('ru')}
      {surcharge.decidedBy !== null && `, ${surcharge.decidedBy}`}. Страхование не продлили в срок.
      {surcharge.rateBefore !== null && surcharge.rateAfter !== null && (
        <>
          {' '}
          Ставка {surcharge.rateBefore.replace('.', ',')}&nbsp;% → {surcharge.rateAfter.replace('.', ',')}
          &nbsp;%.{' '}
          <Button look="link" onClick={() => setOpened(true)}>
            График с надбавкой
          </Button>
        </>
      )}
      {isOpened && <SurchargeSchedule agreementId={agreement.id} onClose={() => setOpened(false)} />}
      {mayDecide && (
        <span className={styles.actions}>
          <Button onClick={() => setAsked('CONFIRMED')}>{surchargeSteps.CONFIRMED}</Button>
          <Button onClick={() => setAsked('DECLINED')}>{surchargeSteps.DECLINED}</Button>
        </span>
      )}
      {asked !== null && (
        <WordsDialog
          title={surchargeSteps[asked]}
          about={
            asked === 'CONFIRMED'
              ? `Ставка вырастет на ${surcharge.percent.replace('.', ',')} п.п. с ${formatDate(surcharge.from)}, а если этот день прошёл — с первого числа следующего месяца; график пересчитается.`
              : 'Ставка останется прежней.'
          }
          action={{ label: surchargeSteps[asked], comment: 'optional' }}
          done={null}
          send={(comment) =>
            call(decideSurcharge, { params, body: { decision: asked, version: agreement.version, comment } })
          }
          onDone={onChanged}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

/** What may be done with the agreement. */
function Steps({ agreement, onOpen }: { agreement: Agreement; onOpen: (opened: Opened) => void }) {
  const { state, editable, attaching, actions } = agreement
  const rights = useRights()
  return (
    <span className={styles.actions}>
      {state === 'OFFERED' && rights.all({ Insurance: ['Arrange'] }) && (
        <Button look="primary" onClick={() => onOpen({ kind: 'offers' })}>
          Выбрать страховщика
        </Button>
      )}
      {editable.enabled && <Button onClick={() => onOpen({ kind: 'edit' })}>Данные договора</Button>}
      {attaching.enabled && rights.mayCall(listDocuments) && (
        <Button onClick={() => onOpen({ kind: 'papers' })}>Документы договора</Button>
      )}
      {actions.map((action) => (
        <Button
          key={action.code}
          disabledReason={action.enabled ? null : action.reasonDisabled}
          onClick={() => onOpen({ kind: 'move', action })}
        >
          {action.label}
        </Button>
      ))}
    </span>
  )
}

/** One agreement of insurance: whom and what, where it stands, and what may be done. */
export function AgreementCard({ agreement, onChanged }: { agreement: Agreement; onChanged: () => void }) {
  const [opened, setOpened] = useState<Opened>(null)
  const { state, insurer, offered, ownChoice } = agreement
  const close = () => setOpened(null)
  const params = { id: String(agreement.id) }
  type Moved = RequestOf<typeof moveAgreement>['body']['action']
  return (
    <article className={styles.agreement} aria-label={`${insurer?.shortName ?? 'Без предложения'}`}>
      <div className={styles.line}>
        <span className={styles.marks}>
          <b>{insurer?.shortName ?? 'Распределение никого не предложило'}</b>
          <Tag tone={tones[state] ?? 'neutral'}>{agreementStates[state]}</Tag>
          {ownChoice && (
            <Tag tone="neutral">
              выбор клиента{offered === null ? '' : `, предлагали ${offered.shortName}`}
            </Tag>
          )}
        </span>
        <Steps agreement={agreement} onOpen={setOpened} />
      </div>
      <Facts agreement={agreement} />
      <Surcharge agreement={agreement} onChanged={onChanged} />
      {opened?.kind === 'offers' && <OffersDialog agreement={agreement} onDone={onChanged} onClose={close} />}
      {opened?.kind === 'papers' && <PapersDialog agreement={agreement} onDone={onChanged} onClose={close} />}
      {opened?.kind === 'edit' && (
        <AgreementDialog agreement={agreement} onDone={onChanged} onClose={close} />
      )}
      {opened?.kind === 'move' && (
        <WordsDialog
          title={opened.action.label}
          about={`Новое состояние — «${opened.action.toStage}».`}
          action={opened.action}
          done={null}
          send={(comment) =>
            call(moveAgreement, {
              params,
              body: { action: opened.action.code as Moved, version: agreement.version, comment },
            })
          }
          onDone={onChanged}
          onClose={close}
        />
      )}
    </article>
  )
}
