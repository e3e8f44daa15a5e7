import { testHostileAnswers } from './hostile-answers.ts'

testHostileAnswers('through our host, which redacts')
