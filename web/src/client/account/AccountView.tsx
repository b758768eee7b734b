import type { Me } from '../client-api.ts'

export function AccountView({ me }: { me: Me; reload: () => Promise<void> }) {
  return <main>{me.account.title}</main>
}
