import { acceptOffer, getOffers } from '@ipoteka-office/contract/underwriting/offers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import ownStyles from './answers.module.css'
import { offerText } from './offer-text.ts'
import { type AnswerProps, useAnswer } from './use-answer.ts'

/** Which of the offers the client takes. */
export function AcceptDialog({ head, action, onClose }: AnswerProps) {
  const { data } = useQuery(query(getOffers, { params: { id: String(head.id) } }))
  const offers = data?.counterOffer?.offers ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const place = chosen ?? (offers.length === 1 ? (offers[0]?.place ?? null) : null)
  const { busy, send } = useAnswer(head, action.label, onClose)
  const joins = offers.find((one) => one.place === place)?.addedIncome ?? null
  const apply = () => {
    if (place === null) return
    void send(() =>
      call(acceptOffer, { params: { id: String(head.id) }, body: { version: head.version, place } }),
    )
  }
  return (
    <Dialog
      open
      title={action.label}
      onClose={onClose}
      approval={{
        text: action.label,
        onApprove: apply,
        busy,
        disabledReason: place === null ? 'Выберите вариант' : null,
      }}
    >
      <fieldset className={ownStyles.choices}>
        <legend>Какой вариант выбрал клиент</legend>
        {offers.map((offer) => (
          <label key={offer.place}>
            <input
              type="radio"
              name="offer"
              checked={place === offer.place}
              onChange={() => setChosen(offer.place)}
            />
            <span>
              Вариант {offer.place}: {offerText(offer)}
            </span>
          </label>
        ))}
      </fieldset>
      {joins !== null && (
        <p>Созаёмщика банк ещё не видел: заявка вернётся андеррайтеру, чтобы добавить и проверить его.</p>
      )}
    </Dialog>
  )
}
