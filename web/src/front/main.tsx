import { showPage } from '../shared/Page.tsx'
import { FrontPage } from './FrontPage.tsx'

showPage(<FrontPage />)
