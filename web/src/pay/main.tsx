import { showPage } from '../shared/Page.tsx'
import { PayPage } from './PayPage.tsx'

showPage(<PayPage id={window.location.pathname.split('/')[2] ?? ''} />)
