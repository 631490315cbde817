export { Submissions as default } from '../../features/submissions/admin/submissions';
