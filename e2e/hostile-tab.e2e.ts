import { testHostileAnswers } from './hostile-answers.ts'
import { test } from './world.ts'

test.use({ served: 'files' })

testHostileAnswers('straight into a page that our host does not serve')
