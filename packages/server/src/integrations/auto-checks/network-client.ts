import { z } from 'zod'
import { askJson } from '../ask-json.ts'
import { type CheckService, CheckUnavailable } from './check-service.ts'
import { NetworkPlace, placeVerdict } from './network-places.rules.ts'

const Answer = z.object({ places: z.array(NetworkPlace).max(100) })

/** The part of the bank's gateway that knows where addresses of the network are: it is told the addresses and nothing of the person. */
export function networkCheck({ url, token }: { readonly url: string; readonly token: string }): CheckService {
  return {
    kind: 'SERVICE',
    async ask({ requestId, network }, signal) {
      if (network === undefined) throw new CheckUnavailable('Служба отвечает только о сетевых адресах')
      const { addresses, homes } = network
      const answer = await askJson({
        service: 'Служба мест по сетевым адресам',
        url: `${url}/network-places`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': requestId },
        body: { requestId, addresses },
        signal,
      })
      const { places } = Answer.parse(answer)
      const lacking = addresses.filter((address) => !places.some(({ ip }) => ip === address))
      // Silence of one address is no pass for it.
      if (lacking.length > 0)
        throw new CheckUnavailable('Служба мест по сетевым адресам ответила не обо всех')
      return placeVerdict(
        places.filter(({ ip }) => addresses.includes(ip)),
        homes,
      )
    },
  }
}
