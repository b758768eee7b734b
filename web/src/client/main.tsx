/** One entry for everything a client does; the address says which screen. Secrets leave the address bar first of all. */
import { takeFromAddress } from '../shared/addresses.ts'
import { showPage } from '../shared/Page.tsx'
import { texts } from '../shared/texts/texts.ts'
import { ClientApp } from './ClientApp.tsx'
import { ActivationPage } from './entrance/ActivationPage.tsx'
import { ConfirmPage } from './entrance/ConfirmPage.tsx'
import { LoginPage } from './entrance/LoginPage.tsx'
import { ResetPage } from './entrance/ResetPage.tsx'

function screen() {
  const taken = takeFromAddress('search')
  const of = (name: string) => taken.get(name) ?? ''
  switch (window.location.pathname) {
    case '/registration/acknowledgment': {
      const link = { clientId: of('client_id'), login: of('login'), loginKey: of('login_key') }
      return <ActivationPage link={link} />
    }
    case '/registration/confirm':
      return <ConfirmPage words={texts.client.confirm} path="/client/registration/confirm" token={of('token')} />
    case '/email/confirm':
      return <ConfirmPage words={texts.client.emailConfirm} path="/client/email/confirm" token={of('token')} />
    case '/reset':
      return <ResetPage token={taken.get('token')} />
    case '/login':
      return <LoginPage why={taken.get('why')} />
    default: {
      const serviceKey = new URLSearchParams(window.location.hash.slice(1)).get('service_token')
      if (serviceKey) takeFromAddress('hash')
      return <ClientApp serviceKey={serviceKey} />
    }
  }
}

showPage(screen())
