import * as api from '@ipoteka-office/contract/recognition/recognition.ts'
import type { FileGate } from '#files/receive.ts'
import { type Route, route } from '#http/route.ts'
import { guessPaper } from './paper-guess.service.ts'
import { type RecognitionParts, recognise } from './recognition.service.ts'

export const recognitionRoutes = (parts: RecognitionParts & { gate: FileGate }): Route[] => [
  route(api.recognisePassport, ({ body }, context) => recognise(parts, context, 'PASSPORT', body)),
  route(api.recogniseIncomeCertificate, ({ body }, context) =>
    recognise(parts, context, 'INCOME_CERTIFICATE', body),
  ),
  route(api.guessPaperType, ({ file }, context) => guessPaper(parts, context, file)),
  route(api.getRecognitionState, () => parts.recogniser.state()),
]
