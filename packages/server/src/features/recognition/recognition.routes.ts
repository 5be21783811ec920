import * as api from '@ipoteka-office/contract/recognition/recognition.ts'
import { type Route, route } from '#http/route.ts'
import { type RecognitionParts, recognise } from './recognition.service.ts'

export const recognitionRoutes = (parts: RecognitionParts): Route[] => [
  route(api.recognisePassport, ({ body }, context) => recognise(parts, context, 'PASSPORT', body)),
  route(api.recogniseIncomeCertificate, ({ body }, context) =>
    recognise(parts, context, 'INCOME_CERTIFICATE', body),
  ),
  route(api.getRecognitionState, () => parts.recogniser.state()),
]
